import { aspectsOf } from './aspects.js';
import { canonical } from './canonical/canonical.js';
import { MOST_MEMBERS } from './comparison/most-members.js';
import { differencesOf } from './difference.js';
import { distinctFacts } from './distinct-facts.js';
import type { SpecDocument } from './document.js';
import { factOf } from './fact.js';
import { areSame, type Path, pointerOf } from './json.js';
import { judge } from './judge.js';
import { withinStack } from './problem.js';
import { type Report, reportOf } from './report/report.js';
import { rewritten } from './rewritten.js';
import { type ComparisonSettings, completed } from './settings.js';
import { withStability } from './stability.js';
import { type Text, text } from './text.js';
import { toldTogether } from './told-together.js';
import { withoutUnchanged } from './unchanged.js';
import { someOf } from './wording.js';

/** Compares two contracts: what differs, whom it touches, and whether it breaks them. */
export function compare(before: SpecDocument, after: SpecDocument, settings: ComparisonSettings = {}): Report {
  return withinStack(after.name, () => {
    const isSame = areSame(before.root, after.root);
    return isSame ? reportOf(rewritten([], before, after)) : reportOn(before, after, settings);
  });
}

function reportOn(before: SpecDocument, after: SpecDocument, settings: ComparisonSettings): Report {
  const complete = completed(settings);
  const both = { before, after };
  const roots = { before: before.root, after: after.root };
  const changed = withoutUnchanged(roots);
  const { differences, operations, largeUnions } = differencesOf(
    canonical(changed.before),
    canonical(changed.after),
    roots,
  );
  const facts = differences.flatMap((difference) =>
    aspectsOf(difference).map((aspect) => factOf(judge(aspect, complete), aspect, difference, both)),
  );
  const inOrder = sorterOf(operations);
  const changes = toldTogether(distinctFacts(facts))
    .map((change) => ({ ...change, operations: inOrder(change.operations) }))
    .flatMap((change) => withStability(change, before.root, complete.stability));
  const report = reportOf([...changes, ...rewritten(facts, before, after)]);
  return largeUnions.length > 0 ? { ...report, remarks: [boundRemark(largeUnions)] } : report;
}

/** What has to be said where a comparison was bounded. */
function boundRemark(unions: readonly Path[]): Text {
  const names = [...new Set(unions.map(pointerOf))];
  return text`More than ${MOST_MEMBERS} members: ${someOf(names)}. Unions that both contracts name in there were compared by themselves, so other members do not make up for what one of theirs lost.`;
}

/** Puts the names of operations into the order of the contract. */
function sorterOf(operations: readonly string[]): (names: readonly string[]) => string[] {
  const order = new Map([...new Set(operations)].map((name, index) => [name, index]));
  return (names) => names.toSorted((left, right) => (order.get(left) ?? 0) - (order.get(right) ?? 0));
}
