import { canonical } from './canonical/canonical.js';
import type { SpecDocument } from './document.js';
import { type Fact, factsOf, type Side } from './fact.js';
import { areSame, isObject, type Json, type Path, valueAt } from './json.js';
import { type Judged, judge } from './judge.js';
import { locationOf } from './location.js';
import { type Named, namedPlace, placeWords } from './place.js';
import { type Change, type Excerpt, type Report, reportOf } from './report/report.js';
import { rewritten } from './rewritten.js';
import { typeChangeOf } from './types/type-change.js';

/** A change whose place is not yet part of its message. */
interface Draft extends Change {
  place: Named;
}

/**
 * Compares two contracts: what differs, whom it touches, and whether it breaks them. `today` decides whether the day for
 * which a removal was announced has come.
 */
export function compare(base: SpecDocument, head: SpecDocument, today = new Date()): Report {
  if (areSame(base.root, head.root)) return reportOf([]);
  const { facts, operations } = factsOf(canonical(base.root), canonical(head.root));
  const drafts = withoutEchoes(facts).flatMap((fact) =>
    judge(fact, today).map((judged) => draftOf(judged, atUse(fact, base, head), base, head)),
  );
  const order = new Map([...new Set(operations)].map((name, index) => [name, index]));
  const inOrder = (names: readonly string[]) =>
    names.toSorted((left, right) => (order.get(left) ?? 0) - (order.get(right) ?? 0));
  const changes = united(drafts).map((change) => ({ ...change, operations: inOrder(change.operations) }));
  return reportOf([...changes, ...rewritten(drafts, base, head)]);
}

/** What is said of a type only because it is exported is not said again of what operations have told. */
function withoutEchoes(facts: readonly Fact[]): Fact[] {
  const keyOf = ({ kind, node, keyword, base, head }: Fact) =>
    JSON.stringify([kind, node, keyword, base?.written, head?.written]);
  const isOfType = ({ uses }: Fact) => uses.length > 0 && uses.every(({ direction }) => direction === 'type');
  const told = new Set(facts.filter((fact) => !isOfType(fact)).map(keyOf));
  return facts.filter((fact) => !isOfType(fact) || !told.has(keyOf(fact)));
}

/**
 * Where both sides stand in the same words, the difference is in what refers to them: a component that did not change may
 * stand in a choice with null now.
 */
function atUse(fact: Fact, base: SpecDocument, head: SpecDocument): Fact {
  const [before, after] = [fact.base, fact.head];
  if (fact.kind !== 'modified' || fact.keyword === undefined || !before?.value || !after?.value) return fact;
  const isSameIn = (path: Path) => areSame(valueAt(base.root, path), valueAt(head.root, path));
  if (!areSame([...before.written], [...after.written]) || !isSameIn(before.written)) return fact;
  const holder = [after.holder, before.holder].find((each) => !isSameIn(each));
  if (!holder) return fact;
  const written = [...holder, fact.keyword];
  return { ...fact, base: { ...before, written }, head: { ...after, written } };
}

function draftOf(judged: Judged, fact: Fact, base: SpecDocument, head: SpecDocument): Draft {
  const { rule, level, message, uses } = judged;
  return {
    ...{ rule, level, message },
    operations: [...new Set((uses ?? fact.uses).map(({ operation }) => operation))].filter(Boolean),
    before: shown(fact.base, base),
    after: shown(fact.head, head),
    location: fact.head
      ? locationOf('head', head, fact.head.written)
      : locationOf('base', base, fact.base?.written ?? []),
    near: locationOf('head', head, fact.head?.written ?? survivor(fact.base?.written ?? [], head)),
    places: { base: fact.base?.written, head: fact.head?.written },
    place: placeOf(fact, base, head),
    ...(level === 'breaking' && {
      excerpts: excerptsOf(fact, base, head),
      types:
        typeChangeOf({ root: base.root, path: fact.base?.written }, { root: head.root, path: fact.head?.written }) ??
        null,
    }),
  };
}

function excerptsOf(fact: Fact, base: SpecDocument, head: SpecDocument): NonNullable<Change['excerpts']> {
  const [before, after] = [excerptOf(fact.base, base), excerptOf(fact.head, head)];
  return { ...(before && { base: before }), ...(after && { head: after }) };
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

/** Of what it tells. An operation is named by the heading, an exported type by the message. */
function placeOf(fact: Fact, base: SpecDocument, head: SpecDocument): Named {
  // Where one side has nothing, the other says what it is about.
  const side = fact.base?.value === undefined ? (fact.head ?? fact.base) : fact.base;
  if (!side || fact.node === 'Operation' || fact.node === 'ExportedType') return { part: '', field: '' };
  const { root } = side === fact.base ? base : head;
  return namedPlace({ ...side, root }, fact.kind !== 'modified' || fact.keyword === 'key');
}

/** A value as people know it: where the canonical form has merged objects, what is written is shown. */
function shown(side: Side | undefined, document: SpecDocument): Json {
  if (side?.value === undefined) return null;
  const written = valueAt(document.root, side.written);
  return isObject(side.value) && isObject(written) ? written : side.value;
}

/** One cause is one change, in however many operations, answers and places it is met. */
function united(drafts: readonly Draft[]): Change[] {
  const known = new Map<string, Draft[]>();
  for (const draft of drafts) {
    const { rule, level, message, place, before, after } = draft;
    const values = [before, after].map((value) => (typeof value === 'object' ? null : value));
    const key = JSON.stringify([rule, level, message, place.field, values]);
    known.set(key, [...(known.get(key) ?? []), draft]);
  }
  return [...known.values()].flatMap((drafts) => {
    const [first] = drafts;
    if (!first) return [];
    const { place: _, ...change } = first;
    const where = placeWords(drafts.map(({ place }) => place));
    return {
      ...change,
      operations: [...new Set(drafts.flatMap(({ operations }) => operations))],
      message: where ? `${where}: ${change.message}` : change.message,
    };
  });
}
