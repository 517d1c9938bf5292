import type { Badge, Contract, Evidence, JsonObject, Operation, Schema } from './openapi.js';
import { operations, webhooks } from './operations.js';
import { visit } from './walk.js';
import { duration } from './wording.js';

/** What the contract says in extensions, which no renderer knows, said in words where a reader looks. */
export function addNotes(contract: Contract): void {
  for (const { operation } of operations(contract)) {
    noteOn(operation, [keyless(operation), repetition(operation['x-repeat-safe']), evidence(operation['x-evidence'])]);
  }
  for (const operation of webhooks(contract)) noteOn(operation, [evidence(operation['x-evidence'])]);
  visit(contract as unknown as JsonObject, explain);
  for (const schema of Object.values(contract.components?.schemas ?? {})) {
    // A schema that was observed as a whole needs no mark on each field; its operations say so.
    if (schema['x-evidence'] !== 'observed') visit(schema, markObservedFields);
  }
}

function keyless({ security = [] }: Operation): string | undefined {
  const optional = security.some((scheme) => Object.keys(scheme).length === 0);
  return optional ? '**Key:** optional. Keyless access is rate-limited and meant as a fallback.' : undefined;
}

function repetition(safe: boolean | undefined): string | undefined {
  if (safe === undefined) return undefined;
  return safe
    ? '**Safe to repeat:** yes. After a failure the same request can be sent again.'
    : '**Safe to repeat:** no. The same request sent again may take effect a second time.';
}

function evidence(kind: Evidence | undefined): string | undefined {
  return kind === 'observed' ? '**Observed:** read off running servers; the service has not promised it.' : undefined;
}

function noteOn(operation: Operation, notes: (string | undefined)[]): void {
  const lines = notes.filter((note) => note !== undefined).map((note) => `> ${note}`);
  if (lines.length > 0) operation.description = paragraphs(operation.description, lines.join('\n>\n'));
}

function explain(schema: Schema): void {
  // Every answer may gain fields, as the introduction says. Said again in each of them it would only be noise.
  if (schema.additionalProperties === true && schema.properties) delete schema.additionalProperties;
  // A constant says what type it is; Redoc would call it 'any'.
  if (schema.const !== undefined) schema.type ??= typeof schema.const;
  const open = openSet(schema);
  if (open) schema.description = paragraphs(schema.description, open);
  const lockdown = schema['x-default-in-lockdown'];
  if (lockdown !== undefined) {
    schema.description = paragraphs(schema.description, `Default with \`lockdown\`: \`${lockdown}\``);
  }
  const expiry = schema['x-expires-after-ms'];
  if (expiry !== undefined) addBadge(schema, { name: `expires after ${duration(expiry)}`, color: 'grey' });
}

function openSet(schema: Schema): string | undefined {
  const values = schema['x-extensible-enum'];
  if (!values) return undefined;
  // Explained one by one, they are listed by Redoc itself.
  const valueList = schema['x-enumDescriptions'] ? '' : `One of ${values.map((value) => `\`${value}\``).join(', ')}.`;
  const open = schema.description?.includes('may come') ? '' : 'New values may come.';
  return [valueList, open].filter(Boolean).join(' ') || undefined;
}

function markObservedFields(schema: Schema): void {
  for (const field of Object.values((schema.properties ?? {}) as Record<string, Schema>)) {
    if (field['x-evidence'] === 'observed') addBadge(field, { name: 'observed', color: 'grey' });
  }
}

function addBadge(schema: Schema, badge: Badge): void {
  schema['x-badges'] = [...(schema['x-badges'] ?? []), badge];
}

function paragraphs(...parts: (string | undefined)[]): string {
  return parts.filter((part) => part !== undefined).join('\n\n');
}
