import { areSame, isObject, type Json, type JsonObject } from '../json.js';
import { type Alternative, marksOf } from './alternatives.js';

/** Which alternative of the one side is which of the other: the same, of one name, of one mark, or the most alike. */
export function matched(
  before: readonly Alternative[],
  after: readonly Alternative[],
  isSame: (own: Json, other: Json) => boolean,
) {
  const [gone, came] = [[...before], [...after]];
  const linked: [Alternative, Alternative][] = [];
  const linkWhere = (isOne: (own: Alternative, other: Alternative) => boolean) => {
    for (const own of [...gone]) {
      const other = came.find((each) => isOne(own, each));
      if (!other) continue;
      linked.push([own, other]);
      gone.splice(gone.indexOf(own), 1);
      came.splice(came.indexOf(other), 1);
    }
  };
  linkWhere(
    (own, other) => own.component !== undefined && own.component === other.component && isSame(own.value, other.value),
  );
  linkWhere((own, other) => isSame(own.value, other.value));
  linkWhere((own, other) => own.component !== undefined && own.component === other.component);
  linkWhere((own, other) => haveOneMark(own.value, other.value));
  linkWhere((own, other) => own.value.title !== undefined && own.value.title === other.value.title);
  const scores = gone.flatMap((own) => came.map((other) => ({ own, other, score: likeness(own.value, other.value) })));
  for (const { own, other, score } of scores.toSorted((left, right) => right.score - left.score)) {
    if (score <= 0 || !gone.includes(own) || !came.includes(other)) continue;
    linked.push([own, other]);
    gone.splice(gone.indexOf(own), 1);
    came.splice(came.indexOf(other), 1);
  }
  return { linked, gone, came };
}

function haveOneMark(before: JsonObject, after: JsonObject): boolean {
  const [own, others] = [marksOf(before), marksOf(after)];
  return Object.entries(own).some(([name, value]) => others[name] === value);
}

/** How alike two schemas of one type are; nothing where they are of different ones. */
function likeness(before: JsonObject, after: JsonObject): number {
  if (!areSame(before.type, after.type)) return 0;
  const [own, others] = [marksOf(before), marksOf(after)];
  // Values that tell them apart do.
  if (Object.keys(own).some((name) => name in others && own[name] !== others[name])) return 0;
  const [names, known] = [namesIn(before), namesIn(after)];
  const shared = names.filter((name) => known.includes(name)).length;
  const all = new Set([...names, ...known]).size;
  return before.type !== 'object' && all === 0 ? 1 : all === 0 ? 0.5 : shared / all;
}

function namesIn({ properties }: JsonObject): string[] {
  return isObject(properties) ? Object.keys(properties) : [];
}
