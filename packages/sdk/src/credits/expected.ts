import type { CreditRule } from '../contract/credit-rule.js';
import { creditTable } from '../generated/credit-table.js';
import type { Estimable, Range } from './estimable.js';

/** A regular cost of the call, with what it comes to. */
export interface RegularCost extends Range {
  /** Its name in the contract, such as `page`. */
  readonly id: string;
  readonly description: string;
}

/** What a rule comes to for each page. */
export interface PageRule {
  readonly rule: CreditRule;
  /** How many pages a PDF may have; `Infinity` where the request does not bound it. */
  readonly maxPages: number;
}

const RESULTS_PER_CHARGE = 10;

const NOTHING: Range = { min: 0, max: 0 };

/** The regular costs that apply to the call. */
export function regularCosts(call: Estimable): RegularCost[] {
  return creditTable.regular
    .map(({ id, description, credits, per, formats }): RegularCost => {
      const count = per === 'page' ? call.pages : chargesOf(call.results);
      const times = formats
        ? call
            .valuesOf('formats')
            .flat()
            .filter((format) => isNamed(format, formats)).length
        : 1;
      return { id, description, min: formats ? 0 : count.min * credits, max: count.max * credits * times };
    })
    .filter(({ max }) => max > 0);
}

/** What the call costs with the regular costs and the rules together. */
export function expectedCredits(call: Estimable, rules: readonly PageRule[], extra: readonly Range[]): Range {
  const page = pageCredits(call, rules);
  const pages = { min: call.pages.min * page.min, max: call.pages.max && call.pages.max * page.max };
  const models = regularCosts(call).filter(({ id }) => id !== 'page' && id !== 'results');
  return [pages, resultCredits(call, rules), ...models, ...extra].reduce(sumOf, NOTHING);
}

/** A rule takes the place of the regular cost, or does not: what a page costs lies between all of them. */
function pageCredits({ isPdf }: Estimable, rules: readonly PageRule[]): Range {
  const regular = creditsOf('page');
  const alternatives = rules.flatMap(({ rule, maxPages }): Range[] => {
    if (rule.per === '10 results') return [];
    if (rule.per !== 'page') return [{ min: rule.min ?? regular, max: rule.max }];
    // A page that is a PDF of unknown length counts as one page, unless its name says that it is one.
    return Number.isFinite(maxPages) || isPdf ? [{ min: rule.min ?? 0, max: rule.max * maxPages }] : [];
  });
  return {
    min: Math.min(regular, ...alternatives.map(({ min }) => min)),
    max: Math.max(regular, ...alternatives.map(({ max }) => max)),
  };
}

function resultCredits({ results }: Estimable, rules: readonly PageRule[]): Range {
  const special = rules.flatMap(({ rule }) => (rule.per === '10 results' ? [rule.max] : []));
  const credits = special.length > 0 ? Math.max(...special) : creditsOf('results');
  const charges = chargesOf(results);
  return { min: charges.min * credits, max: charges.max * credits };
}

const chargesOf = (results: Range | undefined): Range =>
  results
    ? { min: Math.ceil(results.min / RESULTS_PER_CHARGE), max: Math.ceil(results.max / RESULTS_PER_CHARGE) }
    : NOTHING;

const creditsOf = (ruleId: string): number => creditTable.regular.find(({ id }) => id === ruleId)?.credits ?? 0;

const isNamed = (format: unknown, names: readonly string[]): boolean => names.includes(Object(format).type ?? format);

const sumOf = (one: Range, other: Range): Range => ({ min: one.min + other.min, max: one.max + other.max });
