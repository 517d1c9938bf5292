import { limitRows } from './limits.js';
import { table } from './markdown-table.js';
import { amountOf, meaningOf, regularAmount } from './notes.js';
import { broken, type Contract, type CreditRule } from './openapi.js';
import { SURVEYS, surveySection, valueRows } from './surveys.js';
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
  return rules.map((rule) => [condition(rule), amountOf(rule), rule.description]);
}

export function regularCreditRows(contract: Contract): string[][] {
  const costs = contract['x-regular-credits'];
  if (!costs) throw broken('#/x-regular-credits', 'the introduction shows the regular credits, but there are none.');
  return costs.map((cost) => [regularAmount(cost), meaningOf(cost)]);
}

function condition({ field, value }: CreditRule): string {
  if (field === undefined) return 'always';
  return `\`${value === undefined ? field : `${field}: ${literal(value)}`}\``;
}

export function errorCodeRows(contract: Contract): string[][] {
  return valueRows(contract, '#/components/schemas/ErrorCode');
}
