import type { OpenAPI3 } from 'openapi-typescript';
import { type Node, operationsOf, querySchema, requestSchema, resolve } from './contract-walk.js';

/** How the command line takes the value of a field. */
type Kind = 'boolean' | 'integer' | 'number' | 'string' | 'strings' | 'json' | 'items';

/** A flag of the command line: the field of the request that it sets, and what its help says. */
interface Flag {
  readonly name: string;
  /** Where the value stands in the request. */
  readonly field: readonly string[];
  readonly kind: Kind;
  readonly help: string;
  readonly choices?: readonly string[];
  readonly default?: unknown;
}

/** Fields whose own fields are flags without a prefix, where no field of the request itself has the name. */
const INLINED = 'scrapeOptions';

/** What an argument of the command gives, or what the command line sends by itself. */
const NO_FLAG = new Set(['url', 'urls', 'query', 'origin', 'integration']);

/** How the contract describes a field that changes nothing where it is taken. */
const WITHOUT_EFFECT = 'Accepted for the sake of shared options';

/** The flags of every operation that takes options, by its name. */
export function renderFlags(contract: OpenAPI3): string {
  const constants = operationsOf(contract).flatMap(({ name, operation }) => {
    const schema = requestSchema(contract, operation) ?? querySchema(contract, operation);
    const flags = schema ? flagsOf(contract, schema) : [];
    const lines = flags.map((flag) => `  ${JSON.stringify(flag)},\n`);
    return lines.length ? [`export const ${name}: readonly Flag[] = [\n${lines.join('')}];\n`] : [];
  });
  return `import type { Flag } from '../flags/flag.js';\n\n${constants.join('\n')}`;
}

function flagsOf(contract: OpenAPI3, schema: Node): Flag[] {
  const fields = fieldsOf(contract, schema).filter(
    ([name, field]) => !NO_FLAG.has(name) && !String(resolve(contract, field).description).startsWith(WITHOUT_EFFECT),
  );
  const taken = new Set(fields.map(([name]) => name));
  return fields.flatMap(([name, node]): Flag[] => {
    const inner = resolve(contract, node);
    const nested = inner.type === 'object' ? fieldsOf(contract, inner) : [];
    if (nested.length === 0) return [flag(contract, [name], [name], inner)];
    return nested.flatMap(([key, child]) => {
      const isInlined = name === INLINED && !taken.has(key);
      const names = isInlined ? [key] : [name === INLINED ? 'scrape' : name, key];
      const deeper = resolve(contract, child);
      // One level is enough for every object of the contract but the options of a scrape.
      const below = name === INLINED && deeper.type === 'object' ? fieldsOf(contract, deeper) : [];
      if (below.length === 0) return [flag(contract, names, [name, key], deeper)];
      return below.map(([leaf, value]) =>
        flag(contract, [...names, leaf], [name, key, leaf], resolve(contract, value)),
      );
    });
  });
}

/** The fields of an object, and of every member of a union of objects. */
function fieldsOf(contract: OpenAPI3, node: Node): (readonly [name: string, schema: Node])[] {
  const schema = resolve(contract, node);
  const own = Object.entries((schema.properties ?? {}) as Record<string, Node>);
  const members = ['allOf', 'oneOf', 'anyOf'].flatMap((keyword) => (schema[keyword] ?? []) as Node[]);
  const all = new Map(members.flatMap((member) => fieldsOf(contract, member)));
  for (const [name, field] of own) all.set(name, field);
  return [...all];
}

function flag(contract: OpenAPI3, names: readonly string[], field: readonly string[], schema: Node): Flag {
  const kind = kindOf(contract, schema);
  const item = kind === 'strings' ? resolve(contract, listOf(contract, schema)?.items as Node) : schema;
  const choices = (item.enum as unknown[] | undefined)?.filter((choice) => typeof choice === 'string');
  return {
    name: [...names.map(hyphenated), ...unitOf(names, schema)].join('-'),
    field,
    kind,
    help: String(schema.description ?? '')
      .replace(/\s+/g, ' ')
      .trim(),
    ...(choices?.length && { choices }),
    ...('default' in schema && { default: schema.default }),
  };
}

const SIMPLE = new Set(['boolean', 'integer', 'number', 'string']);

function kindOf(contract: OpenAPI3, schema: Node): Kind {
  const [type] = [schema.type].flat();
  if (typeof type === 'string' && SIMPLE.has(type)) return type as Kind;
  const list = listOf(contract, schema);
  if (!list?.items) return 'json';
  return resolve(contract, list.items as Node).type === 'string' ? 'strings' : 'items';
}

/** The list that a field is, or may be: of a union it is the last one, which has the short form of its items. */
function listOf(contract: OpenAPI3, schema: Node): Node | undefined {
  if (schema.type === 'array') return schema;
  const members = ((schema.anyOf ?? []) as Node[]).map((member) => resolve(contract, member));
  return members.findLast((member) => member.type === 'array');
}

/** `removeBase64Images` and `redactPII` are `remove-base64-images` and `redact-pii`. */
const hyphenated = (name: string): string =>
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
