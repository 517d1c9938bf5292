import { aspectsOf } from './aspects.js';
import { canonical } from './canonical/canonical.js';
import { differencesOf } from './difference.js';
import { distinctFacts } from './distinct-facts.js';
import type { SpecDocument } from './document.js';
import { factOf } from './fact.js';
import { areSame } from './json.js';
import { judge } from './judge.js';
import { withinStack } from './problem.js';
import { type Report, reportOf } from './report/report.js';
import { rewritten } from './rewritten.js';
import { type ComparisonSettings, completed } from './settings.js';
import { withStability } from './stability.js';
import { toldTogether } from './told-together.js';
import { withoutUnchanged } from './unchanged.js';

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
  const { differences, operations } = differencesOf(canonical(changed.before), canonical(changed.after), roots);
  const facts = differences.flatMap((difference) =>
    aspectsOf(difference).map((aspect) => factOf(judge(aspect, complete), aspect, difference, both)),
  );
  const inOrder = sorterOf(operations);
  const changes = toldTogether(distinctFacts(facts))
    .map((change) => ({ ...change, operations: inOrder(change.operations) }))
    .flatMap((change) => withStability(change, before.root, complete.stability));
  return reportOf([...changes, ...rewritten(facts, before, after)]);
}

/** Puts the names of operations into the order of the contract. */
function sorterOf(operations: readonly string[]): (names: readonly string[]) => string[] {
  const order = new Map([...new Set(operations)].map((name, index) => [name, index]));
  return (names) => names.toSorted((left, right) => (order.get(left) ?? 0) - (order.get(right) ?? 0));
}
