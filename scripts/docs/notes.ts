import type { Note } from './model.js';
import type { Contract, CreditRule, Evidence, Json, Operation, RegularCredits, Schema } from './openapi.js';
import { literal } from './types.js';
import { duration } from './wording.js';

// What the contract says in extensions, in words.

/** What a reader should know of an operation before the first call. */
export function notesOn({ security = [], ...operation }: Operation, contract: Contract): Note[] {
  const isKeyOptional = security.some((scheme) => Object.keys(scheme).length === 0);
  const safe = operation['x-repeat-safe'];
  const olderPath = operation['x-older-path'];
  return [
    ...(operation.deprecated ? [{ name: 'Deprecated', text: 'it may go away. Do not begin to use it.' }] : []),
    ...(isKeyOptional
      ? [{ name: 'Key', text: 'optional. Keyless access is rate-limited and meant as a fallback.' }]
      : []),
    ...regularCosts(contract, operation.operationId),
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

/** The status with which a failure comes, as the end of what it means. */
export function statusNote(schema: Schema, code: string): string {
  const status = schema['x-enumStatuses']?.[code];
  return status === undefined ? '' : ` Comes with status ${status}.`;
}

function meanings(schema: Schema): string | undefined {
  const entries = Object.entries(schema['x-enumDescriptions'] ?? {});
  return (
    entries.map(([value, meaning]) => `- \`${value}\`: ${meaning.trim()}${statusNote(schema, value)}`).join('\n') ||
    undefined
  );
}

/**
 * What stands beside the name of a field. What was observed is marked where its surroundings are documented; a schema that
 * was observed as a whole needs no mark on each field.
 */
export function badgesOf(schema: Schema, evidence: Evidence | undefined, surroundings: Evidence | undefined): string[] {
  const expiry = schema['x-expires-after-ms'];
  return [
    ...(expiry === undefined ? [] : [`expires after ${duration(expiry)}`]),
    ...(evidence === 'observed' && surroundings === 'documented' ? [OBSERVED] : []),
  ];
}

/** The mark of what was read off running servers, with a link to what that means. */
export const OBSERVED = '[observed](#/section/versioning)';

/** What the values of the field at a place cost by the rules of the contract, as a sentence each. */
export function costsOf(contract: Contract, place: string, value?: Json): string[] {
  return (contract['x-credit-rules'] ?? [])
    .filter(({ field }) => field !== undefined && `.${place}`.endsWith(`.${field}`))
    .filter((rule) => value === undefined || rule.value === value)
    .map((rule) => {
      const price = `${amountOf(rule, 'credit')}.`;
      return value === undefined
        ? `**Costs** with \`${literal(rule.value ?? '')}\`: ${price} ${rule.description}`
        : `**Costs:** ${price}`;
    });
}

/** How many credits something costs: `up to 5 per request`, or with a noun `2 more credits per page`. */
export function amountOf({ least, most = 0, per, extra }: Partial<CreditRule>, noun = ''): string {
  const amount = least === most ? String(most) : least ? `${least} to ${most}` : `up to ${most}`;
  const credits = noun && `${noun}${most === 1 ? '' : 's'}`;
  return [amount, extra ? 'more' : '', credits, per ? `per ${per}` : ''].filter(Boolean).join(' ');
}

/** What running servers charge for a call, beside what its fields cost. */
function regularCosts({ 'x-regular-credits': costs = [] }: Contract, operationId: string): Note[] {
  const texts = costs
    .filter(({ operations = [] }) => operations.includes(operationId))
    .map((cost) => `${insideSentence(meaningOf(cost))}: ${regularAmount(cost, 'credit')}`);
  if (texts.length === 0) return [];
  return [{ name: 'Costs', text: `${texts.join('; ')}. See [Credits](#/section/credits) for what options cost.` }];
}

export function regularAmount({ credits, per, formats }: RegularCredits, noun?: string): string {
  return amountOf({ most: credits, per, ...(formats ? { extra: true } : { least: credits }) }, noun);
}

export function meaningOf({ description, formats }: RegularCredits): string {
  return formats ? `${description} (\`${formats.join('`, `')}\`)` : description;
}

/** A sentence as a part of another one, without its period. */
function insideSentence(text: string): string {
  return `${text.charAt(0).toLowerCase()}${text.slice(1)}`.replace(/\.(?= \(|$)/, '');
}

export function joined(parts: readonly (string | undefined)[]): string {
  return parts.filter(Boolean).join('\n\n');
}
