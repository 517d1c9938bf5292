import type * as z from 'zod';
import { type FieldKind, type InputFields, kindOf } from './input-fields.js';

/** What a reading makes of a value that it does not know. */
const UNREADABLE = Symbol('unreadable');

/** What a value that a field does not take can only mean; UNREADABLE if that is not clear. */
type Reading = (value: unknown, field: z.ZodType) => unknown;

/**
 * What models and clients write in the place of what a field takes, by what it takes. A value that the field takes is never
 * read in another way. The guide for agents shows this table.
 */
const READINGS: Readonly<Record<FieldKind, readonly Reading[]>> = {
  text: [wordOf, onlyItemOf],
  address: [addressOf, onlyItemOf],
  choice: [onlyItemOf, choiceOf],
  'whole number': [onlyItemOf, numberOf],
  'yes or no': [onlyItemOf, truthOf],
  'list of texts': [listOf],
};

/** Fields that clients add to every call, whatever the tool takes, as their users have reported. */
const FIELDS_OF_CLIENTS: Readonly<Record<string, readonly string[]>> = {
  n8n: ['toolCallId', 'tool', 'sessionId', 'action', 'chatInput'],
  Cursor: ['random_string'],
};

const ADDED_FIELDS: ReadonlySet<string> = new Set(Object.values(FIELDS_OF_CLIENTS).flat());

/** The input as the tool takes it, as far as it is clear what the model means. What is not clear stays as it is. */
export function readInput(input: unknown, fields: InputFields): unknown {
  const object = objectOf(input);
  if (object === undefined) return input;
  const entries = Object.entries(object).flatMap(([name, value]) => {
    const field = fields[name];
    if (!field) return ADDED_FIELDS.has(name) ? [] : [[name, value] as const];
    const meant = meantValue(value, field);
    return meant === undefined ? [] : [[name, meant] as const];
  });
  return Object.fromEntries(entries);
}

/** The fields of an input; undefined if it has none. Nothing at all is an input without fields. */
function objectOf(input: unknown): Readonly<Record<string, unknown>> | undefined {
  if (input === undefined || input === null || input === '') return {};
  const value = typeof input === 'string' ? parsed(input) : input;
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Readonly<Record<string, unknown>>)
    : undefined;
}

/** The value of a field; undefined where it was left out. */
function meantValue(value: unknown, field: z.ZodType): unknown {
  // A model leaves out a field as null where all fields are required of it.
  if (value === null) return undefined;
  const kind = kindOf(field);
  const isTaken = field.safeParse(value).success;
  if (isTaken && kind !== 'address') return value;
  const isOptional = field.safeParse(undefined).success;
  if (isOptional && isLeftOut(value, kind)) return undefined;
  for (const read of READINGS[kind]) {
    const meant = read(value, field);
    if (meant !== UNREADABLE && field.safeParse(meant).success) return meant;
  }
  return value;
}

/** Whether a text only says that there is no value. What reads a text takes no other words for that. */
const isLeftOut = (value: unknown, kind: FieldKind): boolean =>
  typeof value === 'string' &&
  (value === '' || (kind !== 'text' && kind !== 'address' && /^\s*(?:null|none|undefined)?\s*$/i.test(value)));

/** A number or a truth value as a text. */
function wordOf(value: unknown): unknown {
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : UNREADABLE;
}

/** The only item of a list, also of one that is written as a text. */
function onlyItemOf(value: unknown, field: z.ZodType): unknown {
  const list = typeof value === 'string' ? parsed(value) : value;
  if (!Array.isArray(list) || list.length !== 1) return UNREADABLE;
  const [item] = list;
  if (kindOf(field) !== 'address' && field.safeParse(item).success) return item;
  return READINGS[kindOf(field)].reduce(
    (meant, read) => (meant === UNREADABLE && read !== onlyItemOf ? read(item, field) : meant),
    UNREADABLE as unknown,
  );
}

/** One of the values, in other letters or between blanks. */
function choiceOf(value: unknown): unknown {
  return typeof value === 'string' ? value.trim().toLowerCase() : UNREADABLE;
}

/** A whole number that is written as a text. */
function numberOf(value: unknown): unknown {
  return typeof value === 'string' && /^\s*[+-]?\d+(?:\.0+)?\s*$/.test(value) ? Number(value) : UNREADABLE;
}

const TRUTHS: Readonly<Record<string, boolean>> = { true: true, yes: true, 1: true, false: false, no: false, 0: false };

/** A truth value that is written as a text or a number. */
function truthOf(value: unknown): unknown {
  if (typeof value !== 'string' && typeof value !== 'number') return UNREADABLE;
  return TRUTHS[String(value).trim().toLowerCase()] ?? UNREADABLE;
}

/** A list that is written as a text, one of numbers, or one text alone. */
function listOf(value: unknown): unknown {
  const list = typeof value === 'string' ? (parsed(value) ?? value) : value;
  if (Array.isArray(list)) {
    return list.filter((item) => item !== null).map((item) => (typeof item === 'number' ? String(item) : item));
  }
  return typeof value === 'string' && value !== '' ? [value] : UNREADABLE;
}

/** A name of a host with its path, as people write addresses. */
const BARE_HOST =
  /^(?:\/\/)?((?:[\p{L}\p{N}_-]+\.)+[\p{L}\p{N}-]{2,}|(?:\d{1,3}\.){3}\d{1,3}|localhost)\.?(?::\d+)?(?:[/?#]\S*)?$/iu;

const HAS_SCHEME = /^\s*[a-z][a-z\d+.-]*:(?!\d)/i;

/** The address with its scheme. An address of this machine is seldom served by TLS. */
function addressOf(value: unknown): unknown {
  if (typeof value !== 'string') return UNREADABLE;
  const address = value.trim();
  const [, host = ''] = BARE_HOST.exec(address) ?? [];
  if (host === '') return HAS_SCHEME.test(value) ? value : UNREADABLE;
  const scheme = host === 'localhost' || /^[\d.]+$/.test(host) ? 'http' : 'https';
  return `${scheme}://${address.replace(/^\/\//, '')}`;
}

/** What a text is in JSON; undefined if it is no JSON. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
