import type { CreditRule } from '../contract/credit-rule.js';
import { creditRules } from '../generated/credit-rules.js';
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
  /** What the rules alone come to at least. */
  readonly least: number;
  /** What the rules alone come to at most; `Infinity` where they depend on a number that nothing bounds. */
  readonly most: number;
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
 * console.log(`${expected.most} credits at most`, rules.map(({ id }) => id), unknown);
 */
export function estimateCredits<Op extends keyof EstimableRequests>(
  operation: Op,
  request: EstimableRequests[Op],
): CreditEstimate {
  const call = estimable(operation, request);
  const holding = creditRules.filter((rule) => holds(rule, call));
  const rules: AppliedRule[] = [];
  const options = new Map<string, Range>();
  for (const rule of holding) {
    const cost = costOf(rule, call);
    rules.push({ id: rule.id, description: rule.description, ...cost });
    const option = `${rule.field}=${rule.value}`;
    const other = options.get(option) ?? cost;
    options.set(option, { least: Math.min(cost.least, other.least), most: Math.max(cost.most, other.most) });
  }
  let [least, most] = [0, 0];
  for (const cost of options.values()) {
    least += cost.least;
    most += cost.most;
  }
  const perPage = holding
    .filter(({ extra }) => !extra)
    .map((rule) => ({ rule, maxPages: rule.per === 'page' ? maxPagesOf(rule, call) : 1 }));
  const extra = holding.filter((rule) => rule.extra).map((rule) => costOf(rule, call));
  return {
    expected: expectedCredits(call, perPage, extra),
    regular: regularCosts(call),
    least,
    most,
    rules,
    unknown: unknownsOf(call, holding),
  };
}

function holds({ operations, field, value }: CreditRule, { operationId, valuesOf }: Estimable): boolean {
  return (operations?.includes(operationId) ?? true) && valuesOf(field).some((found) => fits(found, value));
}

function fits(found: unknown, value: CreditRule['value']): boolean {
  if (!Array.isArray(found)) return found === value;
  return Array.isArray(value) ? found.length === 0 : found.some((item) => isOf(item, value));
}

/** Items of a list are names, or objects that have theirs as `type`. */
const isOf = (item: unknown, value: CreditRule['value']) => item === value || Object(item).type === value;

function costOf(rule: CreditRule, call: Estimable): Range {
  const units = unitsOf(rule, call);
  return { least: (rule.least ?? 0) * units.least, most: rule.most * units.most };
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
  const { least, most } = count;
  switch (rule.per) {
    case '10 results':
      return { least: Math.ceil(least / 10), most: Math.ceil(most / 10) };
    case 'PDF':
      return { least: 0, most };
    case 'page':
      return { least: 0, most: most && most * maxPagesOf(rule, call) };
    default:
      return count;
  }
}

const ALWAYS_UNKNOWN = [
  'Whether your service charges the regular costs of running servers: the documentation states none.',
  'What a page that cannot be read costs.',
  'What policies of the organization add, unless the request overrides them.',
];

function unknownsOf({ count: { least, most }, operationId }: Estimable, rules: readonly CreditRule[]): string[] {
  const units = new Set(rules.map(({ per }) => per));
  const noun = operationId === 'searchWeb' ? 'results' : 'pages';
  return [
    ...ALWAYS_UNKNOWN,
    ...(least < most ? [`How many ${noun} there will be: ${most} at most.`] : []),
    ...(units.has('page') ? ['How many documents are PDFs, and how long they are: maxPages bounds it.'] : []),
    ...(units.has('PDF') ? ['How many documents are PDFs.'] : []),
  ];
}
