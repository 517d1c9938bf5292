import { changeKey, valuesOf } from './change-key.js';
import type { Difference, Side } from './difference.js';
import type { SpecDocument } from './document.js';
import { areSame, isObject, type Json, type Path, valueAt } from './json.js';
import type { Judgement } from './judge.js';
import { locationOf } from './location.js';
import type { PlaceName } from './place.js';
import { dependsOnTypes, impactOf, levelOf } from './report/impact.js';
import type { Change, Excerpt } from './report/report.js';
import type { Text } from './text.js';
import { type Both, isOfUse, toldPlace } from './told-place.js';
import { typeChangeOf } from './types/type-change.js';
import type { Use } from './uses.js';

/** A difference and what a rule says of it, before the place is put into words. */
export interface Fact extends Omit<Change, 'message'> {
  /** What tells it from all other facts. */
  key: string;
  /** The same without the place that refers to a component: what tells what changed from all else that did. */
  changed: string;
  /** Both values, as far as they tell facts at different places from each other. */
  values: string;
  place: PlaceName;
  /** The names of the members of a union that take what another member lost. */
  coveredBy: Text | undefined;
  /** Whether it is told only because programs import the type. */
  isOfType: boolean;
  /** Whether other members of a union make up for it wherever it is used. */
  isCovered: boolean;
  /** The places that refer to what changed. */
  placesOfUse: readonly Path[];
}

/**
 * @param aspect - What of the difference was judged.
 */
export function factOf(judgement: Judgement, aspect: Difference, whole: Difference, both: Both): Fact {
  const difference = atUse(whole, both);
  const { id, rule, text, uses, unaffected } = judgement;
  const { before, after } = both;
  const [own, other] = [difference.before, difference.after];
  const types = dependsOnTypes(judgement.level, difference) ? typesOf(difference, both) : undefined;
  const impact = impactOf(judgement, difference, types);
  const level = levelOf(impact);
  const breaks = level === 'breaking' || level === 'warning';
  const operations = namesOf(uses ?? difference.uses);
  const affected = new Set(operations);
  const compatibleFor = namesOf(unaffected).filter((name) => !affected.has(name));
  const near = locationOf('after', after, other?.written ?? survivor(own?.written ?? [], after));
  return {
    key: changeKey(aspect, isOfUse(difference, both)),
    changed: changeKey(aspect, false),
    values: valuesOf(aspect),
    id,
    rule,
    level,
    impact,
    operations,
    ...(compatibleFor.length > 0 && { compatibleFor }),
    text,
    before: shown(own, before),
    after: shown(other, after),
    location: other ? near : locationOf('before', before, own?.written ?? []),
    near,
    places: { before: own?.written, after: other?.written },
    place: toldPlace(difference, both),
    coveredBy: difference.uses.find(({ coveredBy = [] }) => coveredBy.length > 0)?.coveredBy,
    isOfType: difference.uses.length > 0 && difference.uses.every(({ direction }) => direction === 'type'),
    isCovered: difference.uses.length > 0 && difference.uses.every((use) => use.isCovered),
    placesOfUse: [own, other].flatMap((side) => (side ? [side.usePath] : [])),
    ...(breaks && { excerpts: excerptsOf(difference, both), types: types ?? null }),
  };
}

/**
 * Where both sides stand in the same words, the difference is in what refers to them: a component that did not change may
 * stand in a union with null now.
 */
function atUse(difference: Difference, { before, after }: Both): Difference {
  const { kind, keyword, before: own, after: other } = difference;
  if (kind !== 'modified' || keyword === undefined || !own?.value || !other?.value) return difference;
  const isSameIn = (path: Path) => areSame(valueAt(before.root, path), valueAt(after.root, path));
  if (!areSame([...own.written], [...other.written]) || !isSameIn(own.written)) return difference;
  const parent = [other.parentWritten, own.parentWritten].find((each) => !isSameIn(each));
  if (!parent) return difference;
  const written = [...parent, keyword];
  return { ...difference, before: { ...own, written }, after: { ...other, written } };
}

function namesOf(uses: readonly Use[]): string[] {
  return [...new Set(uses.flatMap((use) => use.operations))];
}

function typesOf(difference: Difference, { before, after }: Both) {
  return typeChangeOf(
    { root: before.root, path: difference.before?.written },
    { root: after.root, path: difference.after?.written },
  );
}

function excerptsOf(difference: Difference, { before, after }: Both): NonNullable<Change['excerpts']> {
  const [own, other] = [excerptOf(difference.before, before), excerptOf(difference.after, after)];
  return { ...(own && { before: own }), ...(other && { after: other }) };
}

function excerptOf(side: Side | undefined, document: SpecDocument): Excerpt | undefined {
  if (side?.value === undefined) return undefined;
  const place = survivor(side.written, document);
  const { name, line } = document.locate(place);
  return { file: name, line, text: document.excerptOf(place) };
}

/** What a contract has of a place that may be another one's. */
function survivor(path: Path, document: SpecDocument): Path {
  let length = path.length;
  while (length > 0 && valueAt(document.root, path.slice(0, length)) === undefined) length--;
  return path.slice(0, length);
}

/** A value as people know it: where the canonical form has merged objects, what is written is shown. */
function shown(side: Side | undefined, document: SpecDocument): Json {
  if (side?.value === undefined) return null;
  const written = valueAt(document.root, side.written);
  if (!isObject(side.value)) return withoutBigints(side.value);
  return isObject(written) ? withoutBigints(written) : null;
}

/** The same value, with texts in the place of numbers that the readers of a report could not hold. */
function withoutBigints(value: Json): Json {
  if (typeof value === 'bigint') return String(value);
  if (Array.isArray(value)) return value.map(withoutBigints);
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, withoutBigints(inner)]));
}
