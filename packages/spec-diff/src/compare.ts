import { aspectsOf } from './aspects.js';
import { canonical } from './canonical/canonical.js';
import { nameInFile } from './component-name.js';
import { type Difference, differencesOf, type Side } from './difference.js';
import type { SpecDocument } from './document.js';
import { areSame, isObject, type Json, type Path, valueAt } from './json.js';
import { type Judgement, judge } from './judge.js';
import { locationOf } from './location.js';
import { type CoveredChange, withoutRepetitions } from './one-fact.js';
import { NO_PLACE, namedPlace, type PlaceName, partOf, placeWords } from './place.js';
import { referenceIn } from './references.js';
import { dependsOnTypes, impactOf, levelOf } from './report/impact.js';
import { type Change, type Excerpt, type Report, reportOf } from './report/report.js';
import { rewritten, type ToldChange } from './rewritten.js';
import { type ComparisonSettings, completed } from './settings.js';
import { withStability } from './stability.js';
import { plainText, text } from './text.js';
import { typeChangeOf } from './types/type-change.js';
import { withoutUnchanged } from './unchanged.js';
import type { Use } from './uses.js';

/** A change whose place is not yet part of its message. */
interface Draft extends ToldChange, CoveredChange {
  place: PlaceName;
}

/** The two contracts that are compared. */
interface Both {
  before: SpecDocument;
  after: SpecDocument;
}

/** Compares two contracts: what differs, whom it touches, and whether it breaks them. */
export function compare(before: SpecDocument, after: SpecDocument, settings: ComparisonSettings = {}): Report {
  if (areSame(before.root, after.root)) return reportOf([]);
  const complete = completed(settings);
  const both = { before, after };
  const roots = { before: before.root, after: after.root };
  const changed = withoutUnchanged(roots);
  const { differences, operations } = differencesOf(canonical(changed.before), canonical(changed.after), roots);
  const drafts = differences.flatMap((difference) =>
    aspectsOf(difference).map((aspect) => draftOf(judge(aspect, complete), atUse(difference, both), both)),
  );
  const inOrder = sorterOf(operations);
  const changes = withoutRepetitions(united(drafts))
    .map((change) => ({ ...change, operations: inOrder(change.operations) }))
    .flatMap((change) => withStability(change, before.root, complete.stability));
  return reportOf([...changes, ...rewritten(drafts, before, after)]);
}

/** Puts the names of operations into the order of the contract. */
function sorterOf(operations: readonly string[]): (names: readonly string[]) => string[] {
  const order = new Map([...new Set(operations)].map((name, index) => [name, index]));
  return (names) => names.toSorted((left, right) => (order.get(left) ?? 0) - (order.get(right) ?? 0));
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

function draftOf(judgement: Judgement, difference: Difference, both: Both): Draft {
  const { rule, text, uses, unaffected } = judgement;
  const { before, after } = both;
  const [own, other] = [difference.before, difference.after];
  const types = dependsOnTypes(judgement.level, difference) ? typesOf(difference, both) : undefined;
  const impact = impactOf(judgement, difference, types);
  const level = levelOf(impact);
  const breaks = level === 'breaking' || level === 'warning';
  const operations = namesOf(uses ?? difference.uses);
  const compatibleFor = namesOf(unaffected).filter((name) => !operations.includes(name));
  const near = locationOf('after', after, other?.written ?? survivor(own?.written ?? [], after));
  return {
    rule,
    level,
    impact,
    operations,
    ...(compatibleFor.length > 0 && { compatibleFor }),
    text,
    message: plainText(text),
    before: shown(own, before),
    after: shown(other, after),
    location: other ? near : locationOf('before', before, own?.written ?? []),
    near,
    places: { before: own?.written, after: other?.written },
    place: placeOf(difference, both),
    coveredBy: difference.uses.find(({ coveredBy }) => coveredBy)?.coveredBy,
    placesOfUse: [own, other].flatMap((side) => (side ? [side.usePath] : [])),
    ...(breaks && { excerpts: excerptsOf(difference, both), types: types ?? null }),
  };
}

function namesOf(uses: readonly Use[]): string[] {
  return [...new Set(uses.map(({ operation }) => operation))].filter(Boolean);
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

/** What people call the place. An operation is named by the heading, an exported type by the message. */
function placeOf(difference: Difference, both: Both): PlaceName {
  const { part, before, after, kind, keyword } = difference;
  // If one side has no value, the other side names the place.
  const isBefore = before?.value !== undefined;
  const side = isBefore ? before : (after ?? before);
  if (!side || part === 'Operation' || part === 'ComponentType') return NO_PLACE;
  const document = side === before ? both.before : both.after;
  const written = isOfUse(difference, both) ? side.usePath : side.written;
  const { ancestors } = side;
  const where = { written, ancestors, root: document.root, ...nameInFile(written, document) };
  return namedPlace(where, kind !== 'modified' || keyword === 'key');
}

/**
 * Whether it is told of the place that refers to a component: the component stands as before, or on one side only, or the
 * place refers to another one now while the one before is still there.
 */
function isOfUse({ before, after }: Difference, both: Both): boolean {
  const isUnchanged = ({ written }: Side) => {
    const component = componentOf(written);
    if (!component) return false;
    const isInBoth = [both.before, both.after].every(({ root }) => valueAt(root, component) !== undefined);
    const [own, other] = [valueAt(both.before.root, written), valueAt(both.after.root, written)];
    return !isInBoth || (own !== undefined && areSame(own, other));
  };
  if (before && after && refersToOther(before, after, both)) return true;
  return [before, after].every((side) => side === undefined || side.value === undefined || isUnchanged(side));
}

/**
 * Whether a place refers to another component than before, which is still there, or to one on one side only, which is the
 * same in both contracts.
 */
function refersToOther(before: Side, after: Side, { before: own, after: other }: Both): boolean {
  const referred = [referredComponent(before, own), referredComponent(after, other)].filter(
    (each) => each !== undefined,
  );
  const [component, otherComponent] = referred;
  if (!component) return false;
  const [left, right] = [valueAt(own.root, component), valueAt(other.root, component)];
  if (!otherComponent) return left !== undefined && areSame(left, right);
  return right !== undefined && !areSame([...component], [...otherComponent]);
}

/** The component of a place that people get to by a reference: the same keys lead on from the component and from there. */
function referredComponent({ path, usePath }: Side, { root }: SpecDocument): Path | undefined {
  const component = componentOf(path);
  if (!component || usePath === path) return undefined;
  const site = usePath.slice(0, usePath.length - path.length + component.length);
  return referenceIn(valueAt(root, site)) === undefined ? undefined : component;
}

/** The path of the component in which a place stands. */
function componentOf(written: Path): Path | undefined {
  return written[0] === 'components' && written.length > 2 ? written.slice(0, 3) : undefined;
}

/** A value as people know it: where the canonical form has merged objects, what is written is shown. */
function shown(side: Side | undefined, document: SpecDocument): Json {
  if (side?.value === undefined) return null;
  const written = valueAt(document.root, side.written);
  return withoutBigints(isObject(side.value) && isObject(written) ? written : side.value);
}

/** The same value, with texts in the place of numbers that the readers of a report could not hold. */
function withoutBigints(value: Json): Json {
  if (typeof value === 'bigint') return String(value);
  if (Array.isArray(value)) return value.map(withoutBigints);
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, withoutBigints(inner)]));
}

/** One cause is one change, in however many operations, responses and places it is met. */
function united(drafts: readonly Draft[]): CoveredChange[] {
  const known = new Map<string, Draft[]>();
  for (const draft of drafts) {
    const { rule, level, impact, message, place, before, after } = draft;
    const values = [before, after].map((value) => (typeof value === 'object' ? null : value));
    // A request and a response are two facts, even where both have the same name.
    const isAnswer = place.steps[0]?.kind === 'response';
    const key = JSON.stringify([rule, level, impact, message, place.field, isAnswer, values]);
    const group = known.get(key);
    if (group) group.push(draft);
    else known.set(key, [draft]);
  }
  return [...known.values()].flatMap(byOperations).flatMap((group) => {
    const [first] = group;
    if (!first) return [];
    const { place, placesOfUse, compatibleFor, ...change } = first;
    const where = placeWords(group.map(({ place }) => place));
    const operations = [...new Set(group.flatMap((each) => each.operations))];
    const unaffected = new Set(group.flatMap((each) => each.compatibleFor ?? []));
    const others = [...unaffected].filter((name) => !operations.includes(name));
    const sentence = where.length > 0 ? text`${where}: ${change.text}` : change.text;
    const said = { text: sentence, message: plainText(sentence) };
    return { ...change, operations, ...(others.length > 0 && { compatibleFor: others }), ...said };
  });
}

/** Parts of operations are told of together where all of them are those of the same operations. */
function byOperations(drafts: readonly Draft[]): Draft[][] {
  const operations = new Map<string, Set<string>>();
  for (const { place, operations: names } of drafts) {
    const part = partOf(place);
    operations.set(part, new Set([...(operations.get(part) ?? []), ...names]));
  }
  const groups = new Map<string, Draft[]>();
  for (const draft of drafts) {
    const names = [...(operations.get(partOf(draft.place)) ?? [])].sort().join('\n');
    groups.set(names, [...(groups.get(names) ?? []), draft]);
  }
  return [...groups.values()];
}
