import type { CreditRule } from '../contract/credit-rule.js';
import { regularCredits } from '../generated/credit-rules.js';
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

const NOTHING: Range = { least: 0, most: 0 };

/** The regular costs that apply to the call. */
export function regularCosts(call: Estimable): RegularCost[] {
  return regularCredits
    .map(({ id, description, credits, per, formats }): RegularCost => {
      const count = per === 'page' ? call.pages : chargesOf(call.results);
      const times = formats
        ? call
            .valuesOf('formats')
            .flat()
            .filter((format) => isNamed(format, formats)).length
        : 1;
      return { id, description, least: formats ? 0 : count.least * credits, most: count.most * credits * times };
    })
    .filter(({ most }) => most > 0);
}

/** What the call costs with the regular costs and the rules together. */
export function expectedCredits(call: Estimable, rules: readonly PageRule[], extra: readonly Range[]): Range {
  const page = pageCredits(call, rules);
  const pages = { least: call.pages.least * page.least, most: call.pages.most && call.pages.most * page.most };
  const models = regularCosts(call).filter(({ id }) => id !== 'page' && id !== 'results');
  return [pages, resultCredits(call, rules), ...models, ...extra].reduce(sumOf, NOTHING);
}

/** A rule takes the place of the regular cost, or does not: what a page costs lies between all of them. */
function pageCredits({ isPdf }: Estimable, rules: readonly PageRule[]): Range {
  const regular = creditsOf('page');
  const alternatives = rules.flatMap(({ rule, maxPages }): Range[] => {
    if (rule.per === '10 results') return [];
    if (rule.per !== 'page') return [{ least: rule.least ?? regular, most: rule.most }];
    // A page that is a PDF of unknown length counts as one page, unless its name says that it is one.
    return Number.isFinite(maxPages) || isPdf ? [{ least: rule.least ?? 0, most: rule.most * maxPages }] : [];
  });
  return {
    least: Math.min(regular, ...alternatives.map(({ least }) => least)),
    most: Math.max(regular, ...alternatives.map(({ most }) => most)),
  };
}

function resultCredits({ results }: Estimable, rules: readonly PageRule[]): Range {
  const special = rules.flatMap(({ rule }) => (rule.per === '10 results' ? [rule.most] : []));
  const credits = special.length > 0 ? Math.max(...special) : creditsOf('results');
  const charges = chargesOf(results);
  return { least: charges.least * credits, most: charges.most * credits };
}

const chargesOf = (results: Range | undefined): Range =>
  results
    ? { least: Math.ceil(results.least / RESULTS_PER_CHARGE), most: Math.ceil(results.most / RESULTS_PER_CHARGE) }
    : NOTHING;

const creditsOf = (wanted: string): number => regularCredits.find(({ id }) => id === wanted)?.credits ?? 0;

const isNamed = (format: unknown, names: readonly string[]): boolean => names.includes(Object(format).type ?? format);

const sumOf = (one: Range, other: Range): Range => ({ least: one.least + other.least, most: one.most + other.most });
