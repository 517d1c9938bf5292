import { UsageError } from '../usage-error.js';
import type { Flag, ObjectKind } from './flag.js';

type ItemFlag = Pick<Flag, 'name' | 'choices' | 'objects'>;

/**
 * Checks the items of a list by the contract, before anything is sent.
 *
 * @throws UsageError when an item is none of the names and none of the objects that the flag takes.
 */
export function checkItems(flag: ItemFlag, items: readonly unknown[]): void {
  items.forEach((item, index) => {
    if (typeof item === 'string') checkName(flag, item);
    else if (flag.objects) checkObject(flag.name, flag.objects, item, index + 1);
  });
}

function checkName({ name, choices, objects = [] }: ItemFlag, item: string): void {
  if (choices?.includes(item) || (!choices && objects.length === 0)) return;
  const kind = objects.find(({ type }) => type === item);
  if (kind) throw new UsageError(`--${name}: "${item}" needs more than its name, such as ${exampleOf(kind)}.`);
  if (choices) throw new UsageError(`--${name} must be one of ${choices.join(', ')}, not "${item}".`);
  throw new UsageError(`--${name} takes JSON, such as ${exampleOf(objects[0])}, not "${item}".`);
}

function checkObject(name: string, objects: readonly ObjectKind[], item: unknown, place: number): void {
  const { type, ...fields } = Object(item) as Record<string, unknown>;
  const kinds = objects.filter((kind) => kind.type === type);
  if (kinds.length === 0) {
    const types = [...new Set(objects.map((kind) => kind.type))].join(', ');
    const typeNote = type === undefined ? 'has no type' : `has the type ${JSON.stringify(type)}`;
    throw new UsageError(`--${name}: item ${place} ${typeNote}. There are ${types}.`);
  }
  const problems = kinds.map((kind) => problemOf(kind, fields));
  if (problems.includes(undefined)) return;
  // Objects of one type differ in the field that they need: either is right.
  const needs = kinds.map(({ required }) => required.map((field) => `"${field}"`).join(' and '));
  const isIncomplete = kinds.length > 1 && kinds.every(({ required }) => !required.some((field) => field in fields));
  const problem = isIncomplete ? `needs ${needs.join(' or ')}` : problems[0];
  throw new UsageError(`--${name}: item ${place} (${String(type)}) ${problem}.`);
}

/** What is wrong with the fields of an object, if anything is. */
function problemOf({ required, fields: knownFields }: ObjectKind, fields: Readonly<Record<string, unknown>>) {
  const missingField = required.find((field) => fields[field] === undefined);
  if (missingField !== undefined) return `needs "${missingField}"`;
  const unknown = Object.keys(fields).find((field) => !Object.hasOwn(knownFields, field));
  const names = Object.keys(knownFields);
  if (unknown !== undefined)
    return `does not take "${unknown}"${names.length > 0 ? `, only ${names.join(', ')}` : ': it takes nothing but its type'}`;
  const wrong = Object.entries(fields).find(([field, value]) => !hasType(value, knownFields[field] ?? 'any'));
  return (
    wrong && `has ${JSON.stringify(wrong[1])} as "${wrong[0]}", which must be ${TYPES[knownFields[wrong[0]] ?? '']}`
  );
}

/** The JSON types in words. */
const TYPES: Readonly<Record<string, string>> = {
  boolean: 'true or false',
  integer: 'a whole number',
  number: 'a number',
  string: 'text',
  array: 'a list',
  object: 'an object',
};

function hasType(value: unknown, type: string): boolean {
  if (type === 'integer') return Number.isInteger(value);
  if (type === 'array') return Array.isArray(value);
  if (type === 'object') return typeof value === 'object' && value !== null && !Array.isArray(value);
  return !Object.hasOwn(TYPES, type) || typeof value === type;
}

const EXAMPLES: Readonly<Record<string, unknown>> = {
  string: '…',
  integer: 1000,
  array: [],
  object: {},
  boolean: true,
};

function exampleOf(kind: ObjectKind | undefined): string {
  const { type, required = [], fields = {} } = kind ?? { type: '…' };
  const values = required.map((field) => [field, EXAMPLES[fields[field] ?? ''] ?? '…'] as const);
  return `'${JSON.stringify({ type, ...Object.fromEntries(values) })}'`;
}
