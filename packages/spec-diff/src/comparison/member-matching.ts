import { areSame, isObject, type Json, type JsonObject, objectOf } from '../json.js';
import { bestAssignment } from './assignment.js';
import { type Member, marksOf } from './members.js';

/** What a field counts whose name both members have with different types: a little less than the same field. */
const OTHER_FIELD = 0.9;

/** Two members that are compared with each other. */
export interface MemberPair {
  before: Member;
  after: Member;
}

export interface MatchedMembers {
  pairs: MemberPair[];
  removed: Member[];
  added: Member[];
}

/** How two members can be known to be one, the surest first. */
type Criterion = (before: Member, after: Member) => boolean;

/** Finds the members that are one on both sides: the same, of one name, of one mark, or the most alike. */
export function matchMembers(
  before: readonly Member[],
  after: readonly Member[],
  isSame: (before: Json, after: Json) => boolean,
): MatchedMembers {
  const haveOneName: Criterion = (own, other) => own.component !== undefined && own.component === other.component;
  const areEqual: Criterion = (own, other) => isSame(own.value, other.value);
  const criteria: Criterion[] = [
    (own, other) => haveOneName(own, other) && areEqual(own, other),
    areEqual,
    haveOneName,
    (own, other) => haveOneMark(own.value, other.value),
    (own, other) => titleOf(own) !== undefined && titleOf(own) === titleOf(other),
  ];
  const matched: MatchedMembers = { pairs: [], removed: [...before], added: [...after] };
  for (const criterion of criteria) {
    for (const own of [...matched.removed]) {
      const other = matched.added.find((each) => criterion(own, each));
      if (other) link(matched, own, other);
    }
  }
  const { removed, added } = { removed: [...matched.removed], added: [...matched.added] };
  const columns = bestAssignment(removed.map((own) => added.map((other) => likeness(own.value, other.value))));
  for (const [row, column] of columns.entries()) {
    const [own, other] = [removed[row], added[column]];
    if (own && other) link(matched, own, other);
  }
  return matched;
}

function link({ pairs, removed, added }: MatchedMembers, before: Member, after: Member): void {
  pairs.push({ before, after });
  removed.splice(removed.indexOf(before), 1);
  added.splice(added.indexOf(after), 1);
}

function titleOf({ site, value }: Member): Json | undefined {
  return (isObject(site.value) ? site.value.title : undefined) ?? value.title;
}

function haveOneMark(before: JsonObject, after: JsonObject): boolean {
  const [own, others] = [marksOf(before), marksOf(after)];
  return Object.entries(own).some(([name, value]) => others[name] === value);
}

/** How alike two schemas of one type are; nothing where they are of different ones. */
function likeness(before: JsonObject, after: JsonObject): number {
  if (!areSame(before.type, after.type)) return 0;
  const [own, others] = [marksOf(before), marksOf(after)];
  const areApart = Object.keys(own).some((name) => name in others && own[name] !== others[name]);
  if (areApart) return 0;
  const [fields, otherFields] = [objectOf(before.properties), objectOf(after.properties)];
  const all = new Set([...Object.keys(fields), ...Object.keys(otherFields)]).size;
  if (all === 0) return before.type === 'object' ? 0.5 : 1;
  const shared = Object.keys(fields).filter((name) => Object.hasOwn(otherFields, name));
  const scores = shared.map((name) => (areAlike(fields[name], otherFields[name]) ? 1 : OTHER_FIELD));
  return scores.reduce((sum, score) => sum + score, 0) / all;
}

/** Whether two fields are of one type, or refer to one component. */
function areAlike(before: Json | undefined, after: Json | undefined): boolean {
  const [own, other] = [objectOf(before), objectOf(after)];
  return own.$ref === other.$ref && areSame(own.type, other.type);
}
