import { isDeepStrictEqual } from 'node:util';
import type { OpenAPI3 } from 'openapi-typescript';
import { operationsOf, resolveSchema } from '../../openapi/walk.mjs';
import type { Flag, FlagKind, ObjectKind } from '../../packages/cli/src/flags/flag.js';
import { type Node, querySchema, requestSchema } from './request-schemas.js';

/** Fields whose own fields are flags without a prefix, where no field of the request itself has the name. */
const INLINED = 'scrapeOptions';

/** The prefix of their names where the request itself has a field of the same name. */
const PREFIX = 'scrape';

/** The fields that the command line sends by itself. */
const NO_FLAG = new Set(['origin', 'integration']);

/** How the contract describes a field that changes nothing where it is taken. */
const WITHOUT_EFFECT = 'Accepted for the sake of shared options';

/** The flags of every operation that takes options, by its name. Those of a scrape stand there once. */
export function renderFlags(contract: OpenAPI3): string {
  const scrapeFlags = flagsOf(contract, (contract.components?.schemas?.ScrapeOptions ?? {}) as Node);
  const constants = operationsOf(contract).flatMap(({ name, operation }) => {
    const schema = requestSchema(contract, operation) ?? querySchema(contract, operation);
    const flags = schema ? flagsOf(contract, schema) : [];
    return flags.length ? [listOfFlags(`export const ${name}`, ...withoutShared(flags, scrapeFlags))] : [];
  });
  const types = `import type { Flag } from '../flags/flag.js';\n`;
  if (scrapeFlags.length === 0) return [types, ...constants].join('\n');
  const head = `import { type Flag, flagsIn } from '../flags/flag.js';\n`;
  return [head, listOfFlags('const scrapeOptions', scrapeFlags), ...constants].join('\n');
}

const listOfFlags = (constant: string, flags: readonly Flag[], more = ''): string =>
  `${constant}: readonly Flag[] = [\n${flags.map((flag) => `  ${JSON.stringify(flag)},\n`).join('')}${more}];\n`;

/** The flags of an operation alone, and the code that adds those of a scrape where it takes all of them. */
function withoutShared(flags: readonly Flag[], scrapeFlags: readonly Flag[]): readonly [readonly Flag[], string] {
  if (scrapeFlags.length === 0) return [flags, ''];
  const ownFlags = (isShared: (flag: Flag, option: Flag) => boolean) => {
    const own = flags.filter((flag) => !scrapeFlags.some((option) => isShared(flag, option)));
    return own.length + scrapeFlags.length === flags.length ? own : undefined;
  };
  const flagsBeside = ownFlags((flag, option) => isDeepStrictEqual(flag, option));
  if (flagsBeside) return [flagsBeside, '  ...scrapeOptions,\n'];
  const flagsAbove = ownFlags((flag, { name, field, ...option }) =>
    isDeepStrictEqual({ ...flag, name }, { ...option, name, field: [INLINED, ...field] }),
  );
  if (!flagsAbove) return [flags, ''];
  const leftOut = scrapeFlags.filter(
    ({ name }) => !flags.some((flag) => flag.name === name && flag.field[0] === INLINED),
  );
  return [
    flagsAbove,
    `  ...flagsIn('${INLINED}', '${PREFIX}', scrapeOptions, ${JSON.stringify(leftOut.map(({ name }) => name))}),\n`,
  ];
}

function flagsOf(contract: OpenAPI3, schema: Node): Flag[] {
  const { required = [] } = resolveSchema(contract, schema) as { required?: readonly string[] };
  const fields = fieldsOf(contract, schema).filter(
    ([name, field]) =>
      !NO_FLAG.has(name) && !String(resolveSchema(contract, field).description).startsWith(WITHOUT_EFFECT),
  );
  const fieldNames = new Set(fields.map(([name]) => name));
  return fields.flatMap(([name, node]): Flag[] => {
    const inner = resolveSchema(contract, node);
    const innerFields = inner.type === 'object' ? fieldsOf(contract, inner) : [];
    if (innerFields.length === 0) {
      return [{ ...flag(contract, [name], [name], inner), ...(required.includes(name) && { required: true }) }];
    }
    return innerFields.flatMap(([key, child]) => {
      const isInlined = name === INLINED && !fieldNames.has(key);
      const names = isInlined ? [key] : [name === INLINED ? PREFIX : name, key];
      const deeper = resolveSchema(contract, child);
      // One level is enough for every object of the contract but the options of a scrape.
      const leaves = name === INLINED && deeper.type === 'object' ? fieldsOf(contract, deeper) : [];
      if (leaves.length === 0) return [flag(contract, names, [name, key], deeper)];
      return leaves.map(([leaf, value]) =>
        flag(contract, [...names, leaf], [name, key, leaf], resolveSchema(contract, value)),
      );
    });
  });
}

/** The fields of an object, and of every member of a union of objects. */
function fieldsOf(contract: OpenAPI3, node: Node): (readonly [name: string, schema: Node])[] {
  const schema = resolveSchema(contract, node);
  const own = Object.entries((schema.properties ?? {}) as Record<string, Node>);
  const members = ['allOf', 'oneOf', 'anyOf'].flatMap((keyword) => (schema[keyword] ?? []) as Node[]);
  const all = new Map(members.flatMap((member) => fieldsOf(contract, member)));
  for (const [name, field] of own) all.set(name, field);
  return [...all];
}

function flag(contract: OpenAPI3, names: readonly string[], field: readonly string[], schema: Node): Flag {
  const kind = kindOf(contract, schema);
  const items = listOf(contract, schema)?.items;
  const choices = choicesOf(contract, items ? (items as Node) : schema);
  const objects = kind === 'items' && items ? objectsOf(contract, items as Node) : [];
  const help = plainText(String(schema.description ?? ''));
  const summary = firstSentenceOf(help);
  return {
    name: [...names.map(hyphenate), ...unitOf(names, schema)].join('-'),
    field,
    kind,
    help,
    ...(summary !== help && { summary }),
    ...(choices.length && { choices }),
    ...(objects.length && { objects }),
    ...(typeof schema.minimum === 'number' && { min: schema.minimum }),
    ...(typeof schema.exclusiveMinimum === 'number' && { exclusiveMin: schema.exclusiveMinimum }),
    ...(typeof schema.maximum === 'number' && { max: schema.maximum }),
    ...('default' in schema && { default: schema.default }),
  };
}

/** Markdown on one line, with the text of its links alone. */
const plainText = (markdown: string): string =>
  markdown
    .replaceAll(/\[([^\]]+)\]\([^)]+\)/g, '$1')
    .replaceAll(/\s+/g, ' ')
    .trim();

const firstSentenceOf = (text: string): string => /^.*?[.!?](?=\s+[A-Z`]|$)/s.exec(text)?.[0] ?? text;

/** The names that a value can be: those of its enum, or of the one in its union. */
function choicesOf(contract: OpenAPI3, node: Node): string[] {
  const schema = resolveSchema(contract, node);
  const members = [schema, ...((schema.anyOf ?? []) as Node[]).map((member) => resolveSchema(contract, member))];
  return members.flatMap((member) => (member.enum ?? []) as unknown[]).filter((choice) => typeof choice === 'string');
}

/** The objects that an item can be, if they are told apart by their `type`. */
function objectsOf(contract: OpenAPI3, node: Node): ObjectKind[] {
  const schema = resolveSchema(contract, node);
  const members = ['oneOf', 'anyOf', 'allOf'].flatMap((keyword) => (schema[keyword] ?? []) as Node[]);
  if (members.length > 0) return members.flatMap((member) => objectsOf(contract, member));
  const { type: typeProperty, ...others } = (schema.properties ?? {}) as Record<string, Node>;
  const { const: name, enum: names = [name] } = (typeProperty ? resolveSchema(contract, typeProperty) : {}) as {
    const?: unknown;
    enum?: unknown[];
  };
  const required = ((schema.required ?? []) as string[]).filter((field) => field !== 'type');
  const fields = Object.entries(others).map(
    ([field, value]) => [field, jsonTypeOf(resolveSchema(contract, value))] as const,
  );
  return names
    .filter((one) => typeof one === 'string')
    .map((type) => ({ type, required, fields: Object.fromEntries(fields) }));
}

/** The one JSON type of a value, or `any`. */
function jsonTypeOf({ type, const: value }: Node): string {
  if (typeof type === 'string') return type;
  return value === undefined ? 'any' : typeof value;
}

const SIMPLE = new Set(['boolean', 'integer', 'number', 'string']);

function kindOf(contract: OpenAPI3, schema: Node): FlagKind {
  const [type] = [schema.type].flat();
  if (typeof type === 'string' && SIMPLE.has(type)) return type as FlagKind;
  const list = listOf(contract, schema);
  if (!list?.items) return 'json';
  return resolveSchema(contract, list.items as Node).type === 'string' ? 'strings' : 'items';
}

/** The list that a field is, or may be: of a union it is the last one, which has the short form of its items. */
function listOf(contract: OpenAPI3, schema: Node): Node | undefined {
  if (schema.type === 'array') return schema;
  const members = ((schema.anyOf ?? []) as Node[]).map((member) => resolveSchema(contract, member));
  return members.findLast((member) => member.type === 'array');
}

/** `removeBase64Images` and `redactPII` are `remove-base64-images` and `redact-pii`. */
const hyphenate = (name: string): string =>
  name
    .replaceAll(/([a-z\d])([A-Z])/g, '$1-$2')
    .replaceAll('_', '-')
    .toLowerCase();

const UNITS = { milliseconds: 'ms', seconds: 'seconds' } as const;
const IS_TIME = /timeout|ttl|delay|waitfor|age$/i;

/** The unit of a time, which its description names: a number on the command line has no other place for it. */
function unitOf(names: readonly string[], schema: Node): string[] {
  const isNumber = schema.type === 'integer' || schema.type === 'number';
  if (!isNumber) return [];
  const unit = /\b(milliseconds|seconds)\b/i.exec(String(schema.description))?.[1]?.toLowerCase();
  if (unit) return [UNITS[unit as keyof typeof UNITS]];
  if (IS_TIME.test(names.at(-1) ?? '')) throw new Error(`The description of ${names.join('.')} must name its unit.`);
  return [];
}
