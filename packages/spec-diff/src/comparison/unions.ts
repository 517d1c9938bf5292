import { areSame, type Json, type JsonObject, objectOf } from '../json.js';
import { type Place, type Roots, resolved, useAt } from '../references.js';
import { code, sequence, type Text, withoutDoubles } from '../text.js';
import type { Direction, Use } from '../uses.js';
import { joined } from '../wording.js';
import { Comparison, type PassOn } from './comparison.js';
import { Containment } from './containment.js';
import { areDisjoint } from './disjointness.js';
import { type MemberPair, matchMembers } from './member-matching.js';
import { isBesideUnion, type Member, memberGroups, membersUnder, nameOf, slicesOf, UNIONS } from './members.js';
import { below } from './places.js';

/** What compares the schemas of which a union consists. */
export interface SchemaComparer {
  /** Compares two schemas, with all that is below them. */
  compare(before: Place, after: Place): Comparison;
  /** Compares what two schemas say in plain values. */
  compareValues(before: Place, after: Place, comparison: Comparison): void;
  isSame(before: Json, after: Json): boolean;
  /** Lets a comparison be told who uses it. */
  register(comparison: Comparison): void;
}

/** Two unions and their differences. */
export interface UnionSides {
  before: Place;
  after: Place;
  comparison: Comparison;
}

/** The members of both unions, and the keywords that hold them; undefined of a schema that is no union. */
interface BothMembers {
  before: readonly Member[];
  after: readonly Member[];
  beforeKeyword: string | undefined;
  afterKeyword: string | undefined;
}

/** The directions in which other members can make up for what a member loses or gains. */
type CoveredDirection = Exclude<Direction, 'none'>;

/** Compares unions as sets of values: members that are one are compared, and the others have to be made up for. */
export class UnionComparison {
  readonly #roots: Roots;
  readonly #schemas: SchemaComparer;
  readonly #requests: Containment;
  readonly #responses: Containment;
  /** Compares members within the older document. */
  readonly #before: Containment;

  constructor(roots: Roots, schemas: SchemaComparer) {
    this.#roots = roots;
    this.#schemas = schemas;
    // A request that was accepted has to be accepted now. A response of now has to be one that was possible before.
    this.#requests = new Containment(roots.before, roots.after, 'narrow');
    this.#responses = new Containment(roots.after, roots.before, 'wide');
    this.#before = new Containment(roots.before, roots.before, 'narrow');
  }

  /** Compares unions that stand beside other keywords. */
  compareKeywords(sides: UnionSides): void {
    const [own, others] = [objectOf(sides.before.value), objectOf(sides.after.value)];
    const [removed, added] = [onlyIn(own, others), onlyIn(others, own)];
    const isOneUnion = removed.length === 1 && added.length === 1;
    const kept = UNIONS.filter((keyword) => keyword in own && keyword in others).map((each) => [each, each]);
    const pairs = isOneUnion ? [...kept, [removed[0], added[0]]] : kept;
    for (const [beforeKeyword = '', afterKeyword = ''] of pairs) {
      const before = membersUnder(this.#roots.before, sides.before, beforeKeyword);
      const after = membersUnder(this.#roots.after, sides.after, afterKeyword);
      this.compare({ before, after, beforeKeyword, afterKeyword }, sides);
    }
    if (isOneUnion) return;
    for (const keyword of removed) this.#oneSided('removed', keyword, sides);
    for (const keyword of added) this.#oneSided('added', keyword, sides);
  }

  compare(members: BothMembers, sides: UnionSides): void {
    const { before, after, beforeKeyword, afterKeyword } = members;
    const { comparison } = sides;
    const { pairs, removed, added } = matchMembers(before, after, (own, other) => this.#schemas.isSame(own, other));
    const parentKeyword = afterKeyword ?? beforeKeyword ?? '';
    for (const pair of pairs) this.#pair(pair, members, sides);
    for (const { label, site, members: gone } of memberGroups(removed, before, after)) {
      const affects = coveredIn({
        request: () => gone.every((member) => this.#requests.isAmong(member, after)),
        response: () => true,
        type: () => gone.every((member) => isAbsorbedInTypes(member, members)),
      });
      const part = { part: 'UnionMember', parentKeyword, label, affects } as const;
      comparison.differences.push({ kind: 'removed', ...part, before: site });
    }
    for (const { label, site, members: come } of memberGroups(added, after, before)) {
      const affects = coveredIn({
        request: () => true,
        response: () => come.every((member) => this.#responses.isAmong(member, before)),
        type: () => come.every((member) => isAbsorbedInTypes(member, members)),
      });
      const part = { part: 'UnionMember', parentKeyword, label, affects } as const;
      comparison.differences.push({ kind: 'added', ...part, after: site });
    }
    this.#ambiguity(members, sides);
  }

  #pair({ before, after }: MemberPair, members: BothMembers, sides: UnionSides): void {
    const isOneComponent = before.component !== undefined && before.component === after.component;
    // Members that are written in place are used where they stand.
    const areInPlace = before.path === before.site.path && after.path === after.site.path;
    const inner =
      isOneComponent || areInPlace
        ? this.#schemas.compare(before, after)
        : this.#schemas.compare(inSite(before), inSite(after));
    if (before.isWhole || after.isWhole) {
      sides.comparison.add(inner);
      return;
    }
    const passOn = coveredIn({
      request: () => this.#requests.isAmong(before, members.after),
      response: () => this.#responses.isMarkedAmong(after, members.before),
      type: () => isAbsorbedInTypes(before, members),
    });
    let takers: Text | undefined;
    sides.comparison.add(inner, (use) => {
      const passed = passOn(use);
      if (!passed?.isCovered || use.isCovered || use.direction !== 'request') return passed;
      takers ??= this.#takers({ before, after }, members.after);
      return { ...passed, coveredBy: takers };
    });
    // The keywords beside a schema that became a union have been compared with those beside the union.
    if (before.site === sides.before || after.site === sides.after) return;
    // Two components of different names have descriptions of their own.
    if (before.component !== undefined && after.component !== undefined && !isOneComponent) return;
    const [own, other] = [resolved(this.#roots.before, before.site), resolved(this.#roots.after, after.site)];
    if (!own || !other) return;
    const beside = new Comparison();
    const [left, right] = [withValue(own, besideUnion(own.value)), withValue(other, besideUnion(other.value))];
    this.#schemas.compareValues(left, right, beside);
    if (beside.differences.length === 0) return;
    this.#schemas.register(beside);
    sides.comparison.add(beside);
  }

  /** The names of the members that take what a member lost. */
  #takers({ before, after }: MemberPair, members: readonly Member[]): Text {
    const lost = slicesOf(before, members).filter((slice) => !this.#requests.isWithin(slice, after));
    const takers = members.filter((member) => lost.some((slice) => this.#requests.isWithin(slice, member)));
    return joined(withoutDoubles(takers.map(nameOf)));
  }

  /**
   * Reports values that fit two members of `oneOf` now. They are no longer accepted, because only one member may fit.
   */
  #ambiguity(members: BothMembers, { before, after, comparison }: UnionSides): void {
    const { beforeKeyword, afterKeyword } = members;
    if (afterKeyword !== 'oneOf') return;
    const wasAmbiguous = (member: Member) =>
      beforeKeyword === 'oneOf' && fitting(member, members.before, this.#before).length > 1;
    const fitsTwo = members.before.find(
      (member) => fitting(member, members.after, this.#requests).length > 1 && !wasAmbiguous(member),
    );
    const overlap = beforeKeyword === 'anyOf' ? overlapping(members.after) : undefined;
    if (!fitsTwo && !overlap) return;
    const label = fitsTwo ? nameOf(fitsTwo) : sequence((overlap ?? []).map(nameOf), ' and ');
    comparison.differences.push({
      kind: 'modified',
      part: 'Union',
      keyword: 'oneOf',
      label,
      strictness: 'stricter',
      before: below(before, beforeKeyword ?? 'oneOf', objectOf(before.value)[beforeKeyword ?? 'oneOf']),
      after: below(after, 'oneOf', objectOf(after.value).oneOf),
    });
  }

  /** Whether requests that fitted a schema fit the members of a union now: of `oneOf`, exactly one of them. */
  #accepts(members: readonly Member[], schema: Member, keyword: string): boolean {
    if (keyword === 'anyOf') return this.#requests.isAmong(schema, members);
    const taker = members.find((member) => this.#requests.isWithin(schema, member));
    return taker !== undefined && members.every((member) => member === taker || areDisjoint(schema, member));
  }

  #oneSided(kind: 'added' | 'removed', parentKeyword: string, { before, after, comparison }: UnionSides): void {
    const isAdded = kind === 'added';
    const [side, root] = isAdded ? [after, this.#roots.after] : [before, this.#roots.before];
    const members = membersUnder(root, side, parentKeyword);
    const names = sequence(members.map(nameOf));
    const place = below(side, parentKeyword, objectOf(side.value)[parentKeyword]);
    const label = names.length > 0 ? names : code(parentKeyword);
    const [own, others] = [memberAt(before), memberAt(after)];
    // All values of the schema without the union may fit one of the members.
    const affects = coveredIn({
      request: () => isAdded && this.#accepts(members, own, parentKeyword),
      response: () => !isAdded && this.#responses.isAmong(others, members),
      type: () => false,
    });
    const part = { part: 'Union', parentKeyword, label, affects } as const;
    comparison.differences.push(
      isAdded ? { kind: 'added', ...part, after: place } : { kind: 'removed', ...part, before: place },
    );
  }
}

/** A schema as the only member of a union. */
function memberAt(place: Place): Member {
  return { ...place, value: objectOf(place.value), site: place };
}

/** What of a schema stands beside a union. */
export function besideUnion(schema: Json | undefined): JsonObject {
  return Object.fromEntries(Object.entries(objectOf(schema)).filter(([key]) => isBesideUnion(key)));
}

/**
 * The members that all values of a member fit, for sure and in practice. Nearly any two objects with optional fields have
 * values in common, and no server refuses a value for that; it does where members are told apart by what they require.
 */
function fitting(member: Member, others: readonly Member[], containment: Containment): Member[] {
  const all = others.filter((other) => containment.isWithin(member, other));
  return all.filter((other) => !('properties' in other.value) || all.some((each) => requireOtherFields(each, other)));
}

function requireOtherFields({ value: left }: Member, { value: right }: Member): boolean {
  return left.required !== undefined && right.required !== undefined && !areSame(left.required, right.required);
}

function onlyIn(schema: JsonObject, other: JsonObject): string[] {
  return UNIONS.filter((keyword) => keyword in schema && !(keyword in other));
}

function overlapping(members: readonly Member[]): Member[] | undefined {
  for (const [index, member] of members.entries()) {
    const other = members.slice(index + 1).find((each) => !areDisjoint(member, each));
    if (other) return [member, other];
  }
  return undefined;
}

/** Marks the uses for which other members of the union make up, so that nothing below breaks them. */
function coveredIn(isCovered: Record<CoveredDirection, () => boolean>): PassOn {
  const answers: Partial<Record<CoveredDirection, boolean>> = {};
  return (use: Use) => {
    const { direction } = use;
    if (use.isCovered || use.polarity !== 1 || direction === 'none') return use;
    answers[direction] ??= isCovered[direction]();
    return answers[direction] ? { ...use, isCovered: true } : use;
  };
}

/**
 * Whether the TypeScript type of both unions is the same without a member: a union of `string` and of known texts is
 * `string`.
 */
function isAbsorbedInTypes({ value }: Member, { before, after }: BothMembers): boolean {
  const type = primitiveOf(value);
  if (type === undefined) return false;
  const absorbs = (other: Member) =>
    primitiveOf(other.value) === type && !CLOSED_SETS.some((key) => key in other.value);
  return before.some(absorbs) && after.some(absorbs);
}

/** The keywords that let a type have some values of a primitive type only, or name them. */
const CLOSED_SETS = ['enum', 'x-extensible-enum'];

function primitiveOf({ type, format }: JsonObject): string | undefined {
  if (type === 'integer' || type === 'number') return 'number';
  return type === 'string' && format !== 'binary' ? type : undefined;
}

function withValue(place: Place, value: Json): Place {
  return { ...place, value };
}

/** A member as a schema that stands where its component does, and is used where the union names it. */
function inSite({ value, path, site, use = useAt(site) }: Member): Place {
  return { value, path, use };
}
