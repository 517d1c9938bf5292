import type { CreditRule } from '../contract/credit-rule.js';
import { creditTable } from '../generated/credit-table.js';
import { type Estimable, type EstimableRequests, estimable, type Range } from './estimable.js';
import { expectedCredits, type RegularCost, regularCosts } from './expected.js';

/** A credit rule of the contract that holds for the call, with what it comes to. */
export interface AppliedRule extends Range {
  /** The rule's name in the contract, such as `lockdown-hit`. */
  readonly id: string;
  readonly description: string;
}

/** What a call can cost in credits, and why. */
export interface CreditEstimate {
  /**
   * What the call is expected to cost: the rules, and the regular costs that running servers charge. A page counts as one
   * page also where it may turn out to be a PDF, unless the request bounds the length of PDFs or the name of the page is
   * that of a PDF.
   */
  readonly expected: Range;
  /** The regular costs that apply. */
  readonly regular: readonly RegularCost[];
  /** The minimum of credits by the rules alone. */
  readonly min: number;
  /** The maximum cost by the rules alone. It is `Infinity` if a rule depends on a number that nothing bounds. */
  readonly max: number;
  /** The rules that hold. Several for the same option, such as a hit and a miss of `lockdown`, are alternatives. */
  readonly rules: readonly AppliedRule[];
  /** What the estimate leaves out because neither the contract nor the request says it, in sentences. */
  readonly unknown: readonly string[];
}

/**
 * Estimates the cost of a call in credits, by the credit rules of the contract and the regular costs of running servers. Sends nothing. The request is that of the
 * method of the same name; for a batch it has the `urls`.
 *
 * @throws ConfigurationError when the credits of such a call cannot be told, or its request does not say how many pages.
 * @example
 * const { expected, rules, unknown } = estimateCredits('search', { limit: 20, enterprise: ['zdr'] });
 * console.log(`${expected.max} credits at most`, rules.map(({ id }) => id), unknown);
 */
export function estimateCredits<Op extends keyof EstimableRequests>(
  operation: Op,
  request: EstimableRequests[Op],
): CreditEstimate {
  const call = estimable(operation, request);
  const matchingRules = creditTable.rules.filter((rule) => holds(rule, call));
  const rules: AppliedRule[] = [];
  const options = new Map<string, Range>();
  for (const rule of matchingRules) {
    const cost = costOf(rule, call);
    rules.push({ id: rule.id, description: rule.description, ...cost });
    const option = `${rule.field}=${rule.value}`;
    const other = options.get(option) ?? cost;
    options.set(option, { min: Math.min(cost.min, other.min), max: Math.max(cost.max, other.max) });
  }
  let min = 0;
  let max = 0;
  for (const cost of options.values()) {
    min += cost.min;
    max += cost.max;
  }
  const perPage = matchingRules
    .filter(({ extra }) => !extra)
    .map((rule) => ({ rule, maxPages: rule.per === 'page' ? maxPagesOf(rule, call) : 1 }));
  const extra = matchingRules.filter((rule) => rule.extra).map((rule) => costOf(rule, call));
  return {
    expected: expectedCredits(call, perPage, extra),
    regular: regularCosts(call),
    min,
    max,
    rules,
    unknown: unknownsOf(call, matchingRules),
  };
}

function holds({ operations, field, value }: CreditRule, { operationId, valuesOf }: Estimable): boolean {
  return (operations?.includes(operationId) ?? true) && valuesOf(field).some((candidate) => fits(candidate, value));
}

function fits(actual: unknown, value: CreditRule['value']): boolean {
  if (!Array.isArray(actual)) return actual === value;
  return Array.isArray(value) ? actual.length === 0 : actual.some((item) => isOf(item, value));
}

/** Items of a list are names, or objects that have theirs as `type`. */
const isOf = (item: unknown, value: CreditRule['value']) => item === value || Object(item).type === value;

function costOf(rule: CreditRule, call: Estimable): Range {
  const units = unitsOf(rule, call);
  return { min: (rule.min ?? 0) * units.min, max: rule.max * units.max };
}

/** How many pages the longest PDF may have that the call parses. */
function maxPagesOf({ field, value }: CreditRule, { valuesOf }: Estimable): number {
  const parsers = valuesOf(field)
    .flat()
    .filter((parser) => isOf(parser, value));
  return Math.max(...parsers.map((parser): number => Object(parser).maxPages ?? Infinity));
}

function unitsOf(rule: CreditRule, call: Estimable): Range {
  const count = call.countFor(rule.field);
  const { min, max } = count;
  switch (rule.per) {
    case '10 results':
      return { min: Math.ceil(min / 10), max: Math.ceil(max / 10) };
    case 'PDF':
      return { min: 0, max };
    case 'page':
      return { min: 0, max: max && max * maxPagesOf(rule, call) };
    default:
      return count;
  }
}

const ALWAYS_UNKNOWN = [
  'Whether your service charges the regular costs of running servers: the documentation states none.',
  'What a page that cannot be read costs.',
  'What policies of the organization add, unless the request overrides them.',
];

function unknownsOf({ count: { min, max }, operationId }: Estimable, rules: readonly CreditRule[]): string[] {
  const units = new Set(rules.map(({ per }) => per));
  const noun = operationId === 'searchWeb' ? 'results' : 'pages';
  return [
    ...ALWAYS_UNKNOWN,
    ...(min < max ? [`How many ${noun} there will be: ${max} at most.`] : []),
    ...(units.has('page') ? ['How many documents are PDFs, and how long they are: maxPages bounds it.'] : []),
    ...(units.has('PDF') ? ['How many documents are PDFs.'] : []),
  ];
}
