import { limitRows } from './limits.js';
import { table } from './markdown-table.js';
import { broken, type Contract, type CreditRule, lookUp, type Schema } from './openapi.js';
import { SURVEYS, surveySection } from './surveys.js';
import { literal } from './types.js';

/** The tables that `info.description` may ask for with a comment such as `<!-- table: limits -->`. */
const TABLES: Record<string, (contract: Contract) => string> = {
  'credit-rules': (contract) => table(['When', 'Credits', 'Meaning'], creditRuleRows(contract)),
  'regular-credits': (contract) => table(['Credits', 'Meaning'], regularCreditRows(contract)),
  'error-codes': (contract) => table(['Code', 'Meaning'], errorCodeRows(contract)),
  limits: (contract) => table(['What', 'Limit'], limitRows(contract)),
  ...Object.fromEntries(
    Object.keys(SURVEYS).map((name) => [name, (contract: Contract) => surveySection(contract, name)]),
  ),
};

const MARKER = /<!-- table: ([\w-]+) -->/g;

/** Puts the tables where the introduction asks for them; their numbers stand in the contract and nowhere else. */
export function addTables(contract: Contract): void {
  const { description } = contract.info;
  if (description === undefined) return;
  contract.info.description = description.replace(MARKER, (_, name: string) => {
    const make = TABLES[name];
    if (!make) {
      const tableNames = Object.keys(TABLES).join(', ');
      throw broken(
        '#/info/description',
        `it asks for the table '${name}', which does not exist. There are: ${tableNames}.`,
      );
    }
    return make(contract);
  });
}

export function creditRuleRows(contract: Contract): string[][] {
  const rules = contract['x-credit-rules'];
  if (!rules) throw broken('#/x-credit-rules', 'the introduction shows the credit rules, but there are none.');
  return rules.map((rule) => [condition(rule), price(rule), rule.description]);
}

export function regularCreditRows(contract: Contract): string[][] {
  const costs = contract['x-regular-credits'];
  if (!costs) throw broken('#/x-regular-credits', 'the introduction shows the regular credits, but there are none.');
  return costs.map(({ credits, per, formats, description }) => [
    formats ? `up to ${credits} more per ${per}` : `${credits} per ${per}`,
    formats ? `${description} (\`${formats.join('`, `')}\`)` : description,
  ]);
}

function condition({ field, value }: CreditRule): string {
  if (field === undefined) return 'always';
  return `\`${value === undefined ? field : `${field}: ${literal(value)}`}\``;
}

function price({ least, most, per, extra }: CreditRule): string {
  const amount = least === most ? String(most) : least ? `${least} to ${most}` : `up to ${most}`;
  return [amount, extra ? 'more' : undefined, per ? `per ${per}` : undefined].filter(Boolean).join(' ');
}

export function errorCodeRows(contract: Contract): string[][] {
  const place = '#/components/schemas/ErrorCode';
  const schema = lookUp(contract, place) as Schema | undefined;
  const codes = schema?.['x-extensible-enum'];
  const meanings = schema?.['x-enumDescriptions'];
  if (!codes || !meanings) {
    throw broken(place, 'the table of error codes needs its x-extensible-enum and x-enumDescriptions.');
  }
  return codes.map((code) => {
    const meaning = meanings[code];
    if (meaning === undefined) throw broken(`${place}/x-enumDescriptions`, `the code ${code} is not explained.`);
    return [`\`${code}\``, meaning];
  });
}
