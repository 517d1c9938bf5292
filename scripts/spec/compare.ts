import { type Canonical, canonical } from './canonical/canonical.js';
import { withChoices } from './choices.js';
import type { SpecDocument } from './document.js';
import { type Fact, factOf, type Side, type Subject } from './fact.js';
import { isObject, type Json, type Path, valueAt } from './json.js';
import { judge } from './judge.js';
import { locationOf } from './location.js';
import { type Readable, readable } from './pairing.js';
import { placeName } from './place.js';
import { type Files, Redocly, type RedoclyChange } from './redocly/redocly.js';
import { isRewritten, refactorings } from './refactorings.js';
import { type Change, type Report, reportOf } from './report/report.js';
import { Uses } from './uses.js';

/** The file in which Redocly finds a contract as it is written. */
const WRITTEN = 'written.json';

/** Who tells what differs between two contracts: Redocly, or somebody who listens to it. */
export type Differ = Pick<Redocly, 'diff'>;

/** Compares two contracts: what differs, whom it touches, and whether it breaks them. */
export async function compare(base: SpecDocument, head: SpecDocument, redocly?: Differ): Promise<Report> {
  if (base.text === head.text) return reportOf([]);
  if (!redocly) return withRedocly((started) => compare(base, head, started));

  const inMeaning = await changesOfMeaning(base, head, redocly);
  if (!isRewritten(inMeaning, base, head)) return reportOf(inMeaning);
  const asWritten = await redocly.diff(writtenFiles(base), writtenFiles(head));
  const rewritten = refactorings(asWritten, inMeaning, base, head);
  return reportOf([...inMeaning, ...rewritten]);
}

/** As JSON: of what YAML says once and refers to (`&page`, `*page`), Redocly sees only one place. */
export function writtenFiles({ root }: SpecDocument): Files {
  return { [WRITTEN]: JSON.stringify(root) };
}

async function withRedocly<T>(work: (redocly: Redocly) => Promise<T>): Promise<T> {
  const redocly = new Redocly();
  try {
    return await work(redocly);
  } finally {
    redocly.close();
  }
}

/** What differs in meaning. */
async function changesOfMeaning(base: SpecDocument, head: SpecDocument, redocly: Differ): Promise<Change[]> {
  const contracts = [canonical(base.root), canonical(head.root)] as const;
  const [old, now] = readable(...contracts);
  const before = subjectOf(contracts[0], old);
  const after = subjectOf(contracts[1], now);
  const differences: RedoclyChange[] = await redocly.diff(old.files, now.files);
  const facts = differences.map((change) => factOf(change, before, after));
  const changes = united(withChoices(facts, before, after).flatMap((fact) => changeOf(fact, base, head)));
  const order = [...new Set([...after.uses.operations, ...before.uses.operations])];
  const inOrder = (names: readonly string[]) =>
    names.toSorted((left, right) => order.indexOf(left) - order.indexOf(right));
  return changes.map((change) => ({ ...change, operations: inOrder(change.operations) }));
}

function subjectOf(contract: Canonical, readableContract: Readable): Subject {
  return { canonical: contract, readable: readableContract, uses: new Uses(contract.document, contract.resolve) };
}

function changeOf(fact: Fact, base: SpecDocument, head: SpecDocument): Change[] {
  const judgement = judge(fact);
  if (!judgement) return [];
  const { rule, level, message, uses } = judgement;
  const change: Change = {
    rule,
    level,
    operations: [...new Set((uses ?? fact.uses).map(({ operation }) => operation))],
    message: withPlace(message, fact),
    before: shown(fact.base, base),
    after: shown(fact.head, head),
    location: fact.head
      ? locationOf('head', head, fact.head.written)
      : locationOf('base', base, fact.base?.written ?? []),
    near: locationOf('head', head, fact.head?.written ?? survivor(fact.base?.written ?? [], head)),
    places: { base: fact.base?.written, head: fact.head?.written },
  };
  return [change];
}

/** What is left in the head of a place of the base. */
function survivor(path: Path, head: SpecDocument): Path {
  let length = path.length;
  while (length > 0 && valueAt(head.root, path.slice(0, length)) === undefined) length--;
  return path.slice(0, length);
}

/** The message, and of what it tells. Redocly names the last part of the place itself. */
function withPlace(message: string, fact: Fact): string {
  // Where one side has nothing, the other says what it is about.
  const side = fact.base?.value === undefined ? (fact.head ?? fact.base) : fact.base;
  const place =
    side && fact.node !== 'Operation' ? placeName(side, fact.kind !== 'modified' || fact.keyword === 'key') : '';
  if (!place) return message;
  const last = /([^.`\s]+)`$/.exec(place)?.[1]?.replace(/(\[\])+$/, '');
  return `${place}: ${last ? message.replace(` of \`${last}\``, '') : message}`;
}

/** A value as people know it: the canonical form moves references, so where these can be, what is written is shown. */
function shown(side: Side | undefined, document: SpecDocument): Json {
  if (side?.value === undefined) return null;
  const written = valueAt(document.root, side.written);
  const isReference = side.path.at(-2) === 'mapping' && typeof written === 'string';
  return isReference || (isObject(side.value) && isObject(written)) ? written : side.value;
}

/** What is written once and used in several places of the canonical form is one change. */
function united(changes: readonly Change[]): Change[] {
  const known = new Map<string, Change>();
  for (const change of changes) {
    const { rule, level, message, places } = change;
    const key = JSON.stringify([rule, level, message, places]);
    const same = known.get(key);
    if (same) same.operations = [...new Set([...same.operations, ...change.operations])];
    else known.set(key, change);
  }
  return [...known.values()];
}
