import type { OpenAPI3 } from 'openapi-typescript';
import { type Node, operationsOf, querySchema, requestSchema, resolve } from './contract-walk.js';

type Kind = keyof typeof KEYWORDS;

/** What has a size, with the keywords for the least and the most. */
const KEYWORDS = {
  number: ['minimum', 'maximum'],
  text: ['minLength', 'maxLength'],
  list: ['minItems', 'maxItems'],
} as const;

/** How a request is bounded: at this place, below its fields, and in the items of a list. */
interface Bounds {
  /** What the value has to be; undefined where it may be of several kinds, or of one without a size. */
  kind?: Kind | undefined;
  least?: number;
  /** Whether a number has to be more than the least. */
  isExclusive?: boolean;
  most?: number;
  fields?: Record<string, Bounds>;
  items?: Bounds;
}

/** The bounds of requests as they are written: what several of them share, and each by the name of its operation. */
export interface WrittenBounds {
  readonly shared: string;
  readonly byOperation: ReadonlyMap<string, string>;
}

/**
 * The bounds of every JSON request body, and of the query of what has no body: what is certain to be refused can then be
 * refused before it is sent. In a union, a field is bounded if all members that have it bound it.
 */
export function writeBounds(contract: OpenAPI3): WrittenBounds {
  const bounded = operationsOf(contract).flatMap(({ name, operation }) => {
    const schema = requestSchema(contract, operation) ?? querySchema(contract, operation);
    const bounds = schema && pruned(boundsOf(contract, schema));
    return bounds ? [[name, bounds] as const] : [];
  });
  return written(bounded);
}

/** Here every field that the schema has is there, bounded or not: only so is a union known to leave one open. */
function boundsOf(contract: OpenAPI3, node: Node): Bounds {
  const schema = resolve(contract, node);
  const membersOf = (keyword: string) =>
    ((schema[keyword] ?? []) as Node[]).map((member) => boundsOf(contract, member));
  const fields = Object.entries((schema.properties ?? {}) as Record<string, Node>);
  const own = {
    ...sizeOf(schema),
    ...(schema.items ? { kind: 'list' as const, items: boundsOf(contract, schema.items as Node) } : {}),
    fields: Object.fromEntries(fields.map(([name, property]) => [name, boundsOf(contract, property)])),
  };
  const unions = ['anyOf', 'oneOf'].map(membersOf).filter((members) => members.length > 0);
  return [own, ...membersOf('allOf'), ...unions.map((members) => members.reduce(either))].reduce(both);
}

function sizeOf(schema: Node): Bounds {
  if (typeof schema.exclusiveMinimum === 'number') {
    const { exclusiveMinimum: least, maximum: most } = schema as { exclusiveMinimum: number; maximum?: number };
    return { kind: 'number', least, isExclusive: true, ...(most !== undefined && { most }) };
  }
  for (const kind of Object.keys(KEYWORDS) as Kind[]) {
    const [least, most] = KEYWORDS[kind].map((keyword) => schema[keyword] as number | undefined);
    if (least !== undefined || most !== undefined) {
      return { kind, ...(least !== undefined && { least }), ...(most !== undefined && { most }) };
    }
  }
  const [type] = [schema.type].flat();
  return { kind: ({ string: 'text', integer: 'number', number: 'number', array: 'list' } as const)[String(type)] };
}

/** The bounds of what has to fit both. */
function both(left: Bounds, right: Bounds): Bounds {
  const least = Math.max(left.least ?? -Infinity, right.least ?? -Infinity);
  const most = Math.min(left.most ?? Infinity, right.most ?? Infinity);
  const isExclusive = [left, right].some((bounds) => bounds.isExclusive && bounds.least === least);
  return combine(left, right, { kind: left.kind ?? right.kind, least, isExclusive, most }, both);
}

/** The bounds of what fits one or the other: only the wider one is certain, and none where one of them has none or is of another kind. */
function either(left: Bounds, right: Bounds): Bounds {
  const kind = left.kind === right.kind ? left.kind : undefined;
  const least = Math.min(left.least ?? -Infinity, right.least ?? -Infinity);
  const most = Math.max(left.most ?? Infinity, right.most ?? Infinity);
  const isExclusive = [left, right].every((bounds) => bounds.isExclusive || bounds.least !== least);
  return combine(left, right, { kind, least, isExclusive, most }, either);
}

function combine(
  left: Bounds,
  right: Bounds,
  own: { kind?: Kind | undefined; least: number; isExclusive: boolean; most: number },
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
    ...(own.least > -Infinity && { least: own.least }),
    ...(own.least > -Infinity && own.isExclusive && { isExclusive: true }),
    ...(own.most < Infinity && { most: own.most }),
    ...(items && { items }),
    fields,
  };
}

/** Without the parts that bound nothing. */
function pruned({ kind, fields = {}, items, ...own }: Bounds): Bounds | undefined {
  const rest = Object.entries(fields).flatMap(([name, inner]) => {
    const bounds = pruned(inner);
    return bounds ? [[name, bounds] as const] : [];
  });
  const item = items && pruned(items);
  const all = { ...own, ...(rest.length > 0 && { fields: Object.fromEntries(rest) }), ...(item && { items: item }) };
  return Object.keys(all).length > 0 ? { kind, ...all } : undefined;
}

/** Shorter parts are not worth a name. */
const WORTH_A_NAME = 16;

/** Writes equal parts once: every operation that reads pages has the same options for it. */
function written(bounded: readonly (readonly [name: string, Bounds])[]): WrittenBounds {
  const seen = new Map<string, number>();
  const count = (bounds: Bounds): void => {
    const key = JSON.stringify(bounds);
    const times = (seen.get(key) ?? 0) + 1;
    seen.set(key, times);
    // What stands in a part that is written once is written once, too.
    if (times > 1) return;
    for (const inner of [...Object.values(bounds.fields ?? {}), ...(bounds.items ? [bounds.items] : [])]) count(inner);
  };
  for (const [, bounds] of bounded) count(bounds);
  const names = new Map<string, string>();
  let shared = '';
  const write = (bounds: Bounds): string => {
    const key = JSON.stringify(bounds);
    const known = names.get(key);
    if (known) return known;
    const text = form(bounds, write);
    if ((seen.get(key) ?? 0) < 2 || text.length < WORTH_A_NAME) return text;
    const name = `bounds${names.size + 1}`;
    names.set(key, name);
    shared += `const ${name}: Bounds = ${text};\n\n`;
    return name;
  };
  const byOperation = new Map(bounded.map(([name, bounds]) => [name, write(bounds)]));
  return { shared, byOperation };
}

/** Brief, because every program that uses the SDK carries them along: see `Bounds` of the SDK. */
function form(
  { kind, least, isExclusive, most = Infinity, fields, items }: Bounds,
  write: (inner: Bounds) => string,
): string {
  const named = Object.entries(fields ?? {}).map(([name, bounds]) => `${name}: ${write(bounds)}`);
  const empty = { text: "''", list: '{}', number: isExclusive ? "'>'" : undefined };
  const inner = fields ? `{ ${named.join(', ')} }` : items ? write(items) : kind && empty[kind];
  if (fields && items) throw new Error(`There is no form for bounds of both fields and items: ${inner}`);
  if (fields && least === undefined && most === Infinity) return inner ?? '';
  // Only what has a length has something inside of it, and no length is less than nothing.
  const parts = [
    least ?? (inner ? 0 : -Infinity),
    ...(inner || most < Infinity ? [most] : []),
    ...(inner ? [inner] : []),
  ];
  return `[${parts.join(', ')}]`;
}
