import type { OpenAPI3 } from 'openapi-typescript';
import { operationsOf, resolveSchema } from '../../openapi/walk.mjs';
import { type Node, requestSchema } from './request-schemas.js';

/** The operations whose credits can be told from their request. */
const ESTIMATED = ['searchWeb', 'scrapePage', 'parseFile', 'startCrawl', 'startBatchScrape'];

/** The fields that say how much is read. */
const COUNTED = ['limit', 'sources'];

/** What the contract says about credits. */
interface CreditTables {
  readonly 'x-credit-rules'?: readonly { readonly field: string }[];
  readonly 'x-regular-credits'?: readonly { readonly 'x-evidence'?: string }[];
}

/**
 * The credit rules and the regular credits, as they stand in the contract, and the defaults that they go by when a request says nothing: by
 * operation, and there by the path of the field in the request.
 */
export function renderCreditRules(contract: OpenAPI3): string {
  const { 'x-credit-rules': rules = [], 'x-regular-credits': regular = [] } = contract as CreditTables;
  const counts = [...COUNTED, ...rules.map(({ field }) => field)];
  const defaults = operationsOf(contract)
    .filter(({ name }) => ESTIMATED.includes(name))
    .map(({ name, operation }) => {
      const all = defaultsOf(contract, requestSchema(contract, operation) ?? {});
      const relevant = all.filter(([path]) => counts.some((field) => path === field || path.endsWith(`.${field}`)));
      return [name, Object.fromEntries(relevant)] as const;
    });
  const table = (value: object) => JSON.stringify(value, null, 2);
  const costs = regular.map(({ 'x-evidence': _, ...cost }) => cost);
  return `import type { CreditRule, RegularCredits } from '../contract/credit-rule.js';

export const creditRules: readonly CreditRule[] = ${table(rules)};

export const regularCredits: readonly RegularCredits[] = ${table(costs)};

export const creditDefaults = ${table(Object.fromEntries(defaults))} as const;
`;
}

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
