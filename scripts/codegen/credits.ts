import type { OpenAPI3 } from 'openapi-typescript';
import { operationsOf, resolveSchema } from '../../openapi/walk.mjs';
import { type Node, requestSchema } from './request-schemas.js';

/** The operations whose credits can be told from their request. */
const ESTIMATED = ['searchWeb', 'scrapePage', 'parseFile', 'startCrawl', 'startBatchScrape'];

/** The fields that say how much is read. */
const COUNTED = ['limit', 'sources'];

/** What the contract says about credits. */
interface CreditTables {
  readonly 'x-credit-rules'?: readonly Rule[];
  readonly 'x-regular-credits'?: readonly object[];
}

interface Rule {
  readonly field: string;
  readonly least?: number;
  readonly most: number;
}

/**
 * One table of what calls cost: the credit rules and the regular credits of the contract, and the defaults that apply when a
 * request says nothing, by the operation and the path of the field in the request.
 */
export function renderCreditTable(contract: OpenAPI3): string {
  const { 'x-credit-rules': rules = [], 'x-regular-credits': regular = [] } = contract as CreditTables;
  const counts = [...COUNTED, ...rules.map(({ field }) => field)];
  const defaults = operationsOf(contract)
    .filter(({ name }) => ESTIMATED.includes(name))
    .map(({ name, operation }) => {
      const all = defaultsOf(contract, requestSchema(contract, operation) ?? {});
      const relevant = all.filter(([path]) => counts.some((field) => path === field || path.endsWith(`.${field}`)));
      return [name, Object.fromEntries(relevant)] as const;
    });
  return `import type { CreditRule, RegularCredits } from '../contract/credit-rule.js';

export const creditTable = {
  rules: [
${rules.map((rule) => `    ${JSON.stringify(withMinAndMax(rule))},\n`).join('')}  ] as readonly CreditRule[],
  regular: [
${regular.map((cost) => `    ${JSON.stringify(forPrograms(cost))},\n`).join('')}  ] as readonly RegularCredits[],
  defaults: {
${defaults.map(([name, values]) => `    ${name}: ${JSON.stringify(values)},\n`).join('')}  },
} as const;
`;
}

/** The SDK calls the ends of every range so. */
const withMinAndMax = ({ least, most, ...rule }: Rule): object => ({
  ...rule,
  ...(least !== undefined && { min: least }),
  max: most,
});

/** The SDK has no use for the evidence, and knows by itself what each of its estimates reads. */
const forPrograms = (cost: object): object =>
  Object.fromEntries(Object.entries(cost).filter(([name]) => name !== 'x-evidence' && name !== 'operations'));

/** Every default below a schema, with the path of its field. */
function defaultsOf(contract: OpenAPI3, node: Node, path = ''): [path: string, value: unknown][] {
  const schema = resolveSchema(contract, node);
  const parts = ['allOf', 'anyOf', 'oneOf'].flatMap((keyword) => (schema[keyword] ?? []) as Node[]);
  return [
    ...(schema.default !== undefined ? [[path, schema.default] as [string, unknown]] : []),
    ...parts.flatMap((part) => defaultsOf(contract, part, path)),
    ...Object.entries((schema.properties ?? {}) as Record<string, Node>).flatMap(([name, property]) =>
      defaultsOf(contract, property, path ? `${path}.${name}` : name),
    ),
  ];
}
