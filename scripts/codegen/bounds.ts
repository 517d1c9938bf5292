import type { OpenAPI3 } from 'openapi-typescript';
import { operationsOf, resolveSchema } from '../../openapi/walk.mjs';
import { type Node, querySchema, requestSchema } from './request-schemas.js';

type Kind = keyof typeof KEYWORDS | 'schema' | 'choice';

/** The kinds of values that have a size, with the keywords for its minimum and its maximum. */
const KEYWORDS = {
  number: { min: 'minimum', max: 'maximum' },
  string: { min: 'minLength', max: 'maxLength' },
  list: { min: 'minItems', max: 'maxItems' },
} as const;

/** How a request is bounded: at this place, below its fields, and in the items of a list. */
interface Bounds {
  /**
   * The kind that the value must have: a `schema` is JSON Schema, and a `choice` a name or an object with that as its `type`.
   * Undefined where it may be of several kinds, or of one without a size.
   */
  kind?: Kind | undefined;
  min?: number;
  /** Whether a number has to be more than the minimum. */
  isExclusive?: boolean;
  max?: number;
  /** Whether the text is in capitals. */
  isUpper?: boolean;
  fields?: Record<string, Bounds>;
  items?: Bounds;
}

/** The bounds of requests as they are written: what several of them share, and each by the name of its operation. */
export interface WrittenBounds {
  readonly sharedText: string;
  readonly byOperation: ReadonlyMap<string, string>;
}

/**
 * The bounds of every JSON request body, and of the query of what has no body: what is certain to be refused can then be
 * refused before it is sent. In a union, a field is bounded if all members that have it bound it.
 */
export function writeBounds(contract: OpenAPI3): WrittenBounds {
  const operationBounds = operationsOf(contract).flatMap(({ name, operation }) => {
    const schema = requestSchema(contract, operation) ?? querySchema(contract, operation);
    const bounds = schema && pruned(boundsOf(contract, schema));
    return bounds ? [[name, bounds] as const] : [];
  });
  return written(operationBounds);
}

/** Includes every field of the schema, bounded or not, because a union may leave open a field that one member bounds. */
function boundsOf(contract: OpenAPI3, node: Node): Bounds {
  if (isJsonSchema(contract, node)) return { kind: 'schema' };
  const schema = resolveSchema(contract, node);
  const membersOf = (keyword: string) =>
    ((schema[keyword] ?? []) as Node[]).map((member) => boundsOf(contract, member));
  const fields = Object.entries((schema.properties ?? {}) as Record<string, Node>);
  const own = {
    ...sizeOf(schema),
    ...(IN_CAPITALS.test(String(schema.pattern)) && { isUpper: true }),
    ...(schema.items ? { kind: 'list' as const, items: boundsOf(contract, schema.items as Node) } : {}),
    ...(isChoice(contract, schema) && { kind: 'choice' as const }),
    fields: Object.fromEntries(fields.map(([name, property]) => [name, boundsOf(contract, property)])),
  };
  const unions = ['anyOf', 'oneOf'].map(membersOf).filter((members) => members.length > 0);
  return [own, ...membersOf('allOf'), ...unions.map((members) => members.reduce(either))].reduce(both);
}

/** Whether a value of the schema is a JSON Schema itself: the contract has one component for them all. */
function isJsonSchema(contract: OpenAPI3, { $ref, anyOf = [] }: Node): boolean {
  if (typeof $ref !== 'string') return (anyOf as Node[]).some((member) => isJsonSchema(contract, member));
  return $ref.endsWith('/JsonSchema') || isJsonSchema(contract, resolveOnce(contract, $ref));
}

const resolveOnce = (contract: OpenAPI3, $ref: string): Node =>
  (contract.components?.schemas?.[$ref.split('/').at(-1) ?? ''] ?? {}) as Node;

/** Whether a value is a name, or an object whose `type` is one, in some member of a union at any depth. */
function isChoice(contract: OpenAPI3, schema: Node): boolean {
  const members = membersOf(contract, schema);
  const isName = ({ type }: Node) => type === 'string';
  const hasName = ({ properties }: Node) => 'type' in Object(properties);
  return members.some(isName) && members.some(hasName) && members.every((member) => isName(member) || hasName(member));
}

function membersOf(contract: OpenAPI3, node: Node): Node[] {
  const schema = resolveSchema(contract, node) as Node;
  const members = [schema.anyOf, schema.oneOf].flatMap((list) => (list ?? []) as Node[]);
  return members.length ? members.flatMap((member) => membersOf(contract, member)) : [schema];
}

/** Matches a pattern of text in capitals, such as `^[A-Z]{2}$`. What a caller writes in lower case can only mean the same. */
const IN_CAPITALS = /^\^\[A-Z\]\S+\$$/;

function sizeOf(schema: Node): Bounds {
  if (typeof schema.exclusiveMinimum === 'number') {
    const { exclusiveMinimum: min, maximum: max } = schema as { exclusiveMinimum: number; maximum?: number };
    return { kind: 'number', min, isExclusive: true, ...(max !== undefined && { max }) };
  }
  for (const kind of Object.keys(KEYWORDS) as (keyof typeof KEYWORDS)[]) {
    const min = schema[KEYWORDS[kind].min] as number | undefined;
    const max = schema[KEYWORDS[kind].max] as number | undefined;
    if (min !== undefined || max !== undefined) {
      return { kind, ...(min !== undefined && { min }), ...(max !== undefined && { max }) };
    }
  }
  const [type] = [schema.type].flat();
  return { kind: ({ string: 'string', integer: 'number', number: 'number', array: 'list' } as const)[String(type)] };
}

/** The bounds of what has to fit both. */
function both(left: Bounds, right: Bounds): Bounds {
  const min = Math.max(left.min ?? -Infinity, right.min ?? -Infinity);
  const max = Math.min(left.max ?? Infinity, right.max ?? Infinity);
  const isExclusive = [left, right].some((bounds) => bounds.isExclusive && bounds.min === min);
  const isUpper = Boolean(left.isUpper || right.isUpper);
  return combine(left, right, { kind: left.kind ?? right.kind, min, isExclusive, max, isUpper }, both);
}

/** The bounds of what fits one or the other: only the wider one is certain, and none where one of them has none or is of another kind. */
function either(left: Bounds, right: Bounds): Bounds {
  const kind = left.kind === right.kind ? left.kind : undefined;
  const min = Math.min(left.min ?? -Infinity, right.min ?? -Infinity);
  const max = Math.max(left.max ?? Infinity, right.max ?? Infinity);
  const isExclusive = [left, right].every((bounds) => bounds.isExclusive || bounds.min !== min);
  const isUpper = Boolean(left.isUpper && right.isUpper);
  return combine(left, right, { kind, min, isExclusive, max, isUpper }, either);
}

function combine(
  left: Bounds,
  right: Bounds,
  own: { kind?: Kind | undefined; min: number; isExclusive: boolean; max: number; isUpper: boolean },
  merge: typeof both,
): Bounds {
  const fields = { ...left.fields };
  for (const [name, bounds] of Object.entries(right.fields ?? {})) {
    fields[name] = fields[name] ? merge(fields[name], bounds) : bounds;
  }
  const items = left.items && right.items ? merge(left.items, right.items) : (left.items ?? right.items);
  if (!own.kind) return { fields };
  return {
    kind: own.kind,
    ...(own.min > -Infinity && { min: own.min }),
    ...(own.min > -Infinity && own.isExclusive && { isExclusive: true }),
    ...(own.max < Infinity && { max: own.max }),
    ...(own.isUpper && { isUpper: true }),
    ...(items && { items }),
    fields,
  };
}

/** Removes the parts that bound nothing. */
function pruned({ kind, fields = {}, items, ...own }: Bounds): Bounds | undefined {
  const rest = Object.entries(fields).flatMap(([name, inner]) => {
    const bounds = pruned(inner);
    return bounds ? [[name, bounds] as const] : [];
  });
  const item = items && pruned(items);
  const all = { ...own, ...(rest.length > 0 && { fields: Object.fromEntries(rest) }), ...(item && { items: item }) };
  return Object.keys(all).length > 0 || kind === 'schema' || kind === 'choice' ? { kind, ...all } : undefined;
}

/** Shorter parts are not worth a name. */
const WORTH_A_NAME = 60;

/** Writes equal parts once: every operation that reads pages has the same options for it. */
function written(operationBounds: readonly (readonly [name: string, Bounds])[]): WrittenBounds {
  const counts = new Map<string, number>();
  const count = (bounds: Bounds): void => {
    const key = JSON.stringify(bounds);
    const times = (counts.get(key) ?? 0) + 1;
    counts.set(key, times);
    // What stands in a part that is written once is written once, too.
    if (times > 1) return;
    for (const inner of [...Object.values(bounds.fields ?? {}), ...(bounds.items ? [bounds.items] : [])]) count(inner);
  };
  for (const [, bounds] of operationBounds) count(bounds);
  const names = new Map<string, string>();
  let sharedText = '';
  const write = (bounds: Bounds): string => {
    const key = JSON.stringify(bounds);
    const existingName = names.get(key);
    if (existingName) return existingName;
    const text = form(bounds, write);
    if ((counts.get(key) ?? 0) < 2 || text.length < WORTH_A_NAME) return text;
    const name = `bounds${names.size + 1}`;
    names.set(key, name);
    sharedText += `const ${name}: Bounds = ${text};\n\n`;
    return name;
  };
  const byOperation = new Map(operationBounds.map(([name, bounds]) => [name, write(bounds)]));
  return { sharedText, byOperation };
}

/** The bounds as text: see `Bounds` of the SDK. */
function form(
  { kind, min, isExclusive, max, isUpper, fields, items }: Bounds,
  write: (inner: Bounds) => string,
): string {
  const parts: string[] = [];
  if (kind) parts.push(`kind: '${kind}'`);
  if (kind && min !== undefined) parts.push(`${isExclusive ? 'above' : 'min'}: ${min}`);
  if (kind && max !== undefined) parts.push(`max: ${max}`);
  if (isUpper) parts.push('isUpper: true');
  if (fields) {
    const inner = Object.entries(fields).map(([name, bounds]) => `${name}: ${write(bounds)}`);
    parts.push(`fields: { ${inner.join(', ')} }`);
  }
  if (items) parts.push(`items: ${write(items)}`);
  return `{ ${parts.join(', ')} }`;
}
