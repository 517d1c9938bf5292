import type { Note } from './model.js';
import type { Contract, CreditRule, Json, Operation, Schema } from './openapi.js';
import { literal } from './types.js';
import { duration } from './wording.js';

// What the contract says in extensions, in words.

/** What a reader should know of an operation before the first call. */
export function notesOn({ security = [], ...operation }: Operation): Note[] {
  const isKeyOptional = security.some((scheme) => Object.keys(scheme).length === 0);
  const safe = operation['x-repeat-safe'];
  const olderPath = operation['x-older-path'];
  return [
    ...(operation.deprecated ? [{ name: 'Deprecated', text: 'it may go away. Do not begin to use it.' }] : []),
    ...(isKeyOptional
      ? [{ name: 'Key', text: 'optional. Keyless access is rate-limited and meant as a fallback.' }]
      : []),
    ...(safe === undefined
      ? []
      : [
          {
            name: 'Safe to repeat',
            text: safe
              ? 'yes. After a failure the same request can be sent again.'
              : 'no. The same request sent again may take effect a second time.',
          },
        ]),
    ...(olderPath === undefined ? [] : [{ name: 'Older path', text: `\`${olderPath}\`` }]),
    ...(operation['x-evidence'] === 'observed'
      ? [{ name: 'Observed', text: 'read off running servers; the service has not promised it.' }]
      : []),
  ];
}

/** What the change that is looked at does to an operation. */
export function changeNotes(messages: readonly string[] = []): Note[] {
  return messages.map((text) => ({ name: 'Changed', text }));
}

/** The description of a schema with what its extensions add to it. */
export function textOf(schema: Schema): string {
  const lockdown = schema['x-default-in-lockdown'];
  const returnedIn = schema['x-returned-in'];
  const { description = '' } = schema;
  return joined([
    description.trim(),
    returnedIn && !description.includes(`in \`${returnedIn}\``) ? `Comes back in \`${returnedIn}\`.` : undefined,
    schema['x-needs'] && `**Needs:** ${schema['x-needs']}`,
    openSet(schema),
    meanings(schema),
    lockdown === undefined ? undefined : `Default with \`lockdown\`: \`${lockdown}\``,
  ]);
}

function openSet(schema: Schema): string | undefined {
  const values = schema['x-extensible-enum'];
  if (!values) return undefined;
  const valueList = schema['x-enumDescriptions'] ? '' : `One of ${values.map((value) => `\`${value}\``).join(', ')}.`;
  const open = schema.description?.includes('may come') ? '' : 'New values may come.';
  return [valueList, open].filter(Boolean).join(' ') || undefined;
}

function meanings(schema: Schema): string | undefined {
  const entries = Object.entries(schema['x-enumDescriptions'] ?? {});
  return entries.map(([value, meaning]) => `- \`${value}\`: ${meaning.trim()}`).join('\n') || undefined;
}

/** Such as `observed`. A schema that was observed as a whole needs no mark on each field. */
export function badgesOf(schema: Schema, parent: Schema): string[] {
  const expiry = schema['x-expires-after-ms'];
  return [
    ...(expiry === undefined ? [] : [`expires after ${duration(expiry)}`]),
    ...(schema['x-evidence'] === 'observed' && parent['x-evidence'] === 'documented' ? ['observed'] : []),
  ];
}

/** What the values of the field at a place cost by the rules of the contract, as a sentence each. */
export function costsOf(contract: Contract, place: string, value?: Json): string[] {
  return (contract['x-credit-rules'] ?? [])
    .filter(({ field }) => field !== undefined && `.${place}`.endsWith(`.${field}`))
    .filter((rule) => value === undefined || rule.value === value)
    .map((rule) =>
      value === undefined
        ? `**Costs** with \`${literal(rule.value ?? '')}\`: ${price(rule)} ${rule.description}`
        : `**Costs:** ${price(rule)}`,
    );
}

export function price({ least, most, per, extra }: CreditRule): string {
  const amount = least === most ? String(most) : `up to ${most}`;
  return `${amount} ${extra ? 'more ' : ''}${most === 1 ? 'credit' : 'credits'}${per ? ` per ${per}` : ''}.`;
}

export function joined(parts: readonly (string | undefined)[]): string {
  return parts.filter(Boolean).join('\n\n');
}
