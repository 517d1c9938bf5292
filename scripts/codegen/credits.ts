import type { OpenAPI3 } from 'openapi-typescript';

/** The credit rules, as they stand in the contract. */
export function renderCreditRules(contract: OpenAPI3): string {
  const rules = (contract as { 'x-credit-rules'?: unknown })['x-credit-rules'];
  return `export const creditRules = ${JSON.stringify(rules, null, 2)} as const;\n`;
}
