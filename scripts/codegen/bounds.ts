import type { OpenAPI3 } from 'openapi-typescript';
import { type Node, operationsOf, requestSchema, resolve } from './contract-walk.js';

/** How a request is bounded: at this place, below its fields, and in the items of a list. */
interface Bounds {
  least?: number;
  most?: number;
  fields?: Record<string, Bounds>;
  items?: Bounds;
}

/** The keywords that bound a number, a text or a list; which of them is meant follows from the value. */
const LEAST = ['minimum', 'minLength', 'minItems'];
const MOST = ['maximum', 'maxLength', 'maxItems'];

/**
 * The bounds of every JSON request body, by the name of its operation: what is certain to be refused can then be refused
 * before it is sent. In a union, a field is bounded if all members that have it bound it.
 */
export function renderBounds(contract: OpenAPI3): string {
  const table: Record<string, Bounds> = {};
  for (const { name, operation } of operationsOf(contract)) {
    const schema = requestSchema(contract, operation);
    const bounds = schema && pruned(boundsOf(contract, schema));
    if (bounds) table[name] = bounds;
  }
  const { shared, text } = share(table);
  return `import type { Bounds } from '../resources/bounds.js';\n\n${shared}export const bounds: { readonly [operation: string]: Bounds } = ${text};\n`;
}

/** Here every field that the schema has is there, bounded or not: only so is a union known to leave one open. */
function boundsOf(contract: OpenAPI3, node: Node): Bounds {
  const schema = resolve(contract, node);
  const membersOf = (keyword: string) =>
    ((schema[keyword] ?? []) as Node[]).map((member) => boundsOf(contract, member));
  const fields = Object.entries((schema.properties ?? {}) as Record<string, Node>);
  const own = {
    ...boundOf('least', LEAST, schema),
    ...boundOf('most', MOST, schema),
    ...(schema.items ? { items: boundsOf(contract, schema.items as Node) } : {}),
    fields: Object.fromEntries(fields.map(([name, property]) => [name, boundsOf(contract, property)])),
  };
  const unions = ['anyOf', 'oneOf'].map(membersOf).filter((members) => members.length > 0);
  return [own, ...membersOf('allOf'), ...unions.map((members) => members.reduce(either))].reduce(both);
}

function boundOf(name: 'least' | 'most', keywords: readonly string[], schema: Node): Bounds {
  const bound = keywords.map((keyword) => schema[keyword]).find((value) => typeof value === 'number');
  return bound === undefined ? {} : { [name]: bound };
}

/** The bounds of what has to fit both. */
function both(left: Bounds, right: Bounds): Bounds {
  const least = Math.max(left.least ?? -Infinity, right.least ?? -Infinity);
  const most = Math.min(left.most ?? Infinity, right.most ?? Infinity);
  return combine(left, right, { least, most }, both);
}

/** The bounds of what fits one or the other: only the wider one is certain, and none where one of them has none. */
function either(left: Bounds, right: Bounds): Bounds {
  const least = Math.min(left.least ?? -Infinity, right.least ?? -Infinity);
  const most = Math.max(left.most ?? Infinity, right.most ?? Infinity);
  return combine(left, right, { least, most }, either);
}

function combine(left: Bounds, right: Bounds, own: { least: number; most: number }, merge: typeof both): Bounds {
  const fields = { ...left.fields };
  for (const [name, bounds] of Object.entries(right.fields ?? {})) {
    fields[name] = fields[name] ? merge(fields[name], bounds) : bounds;
  }
  const items = left.items && right.items ? merge(left.items, right.items) : (left.items ?? right.items);
  return {
    ...(own.least > -Infinity && { least: own.least }),
    ...(own.most < Infinity && { most: own.most }),
    ...(items && { items }),
    fields,
  };
}

/** Without the parts that bound nothing. */
function pruned({ fields = {}, items, ...own }: Bounds): Bounds | undefined {
  const rest = Object.entries(fields).flatMap(([name, inner]) => {
    const bounds = pruned(inner);
    return bounds ? [[name, bounds] as const] : [];
  });
  const item = items && pruned(items);
  const all = { ...own, ...(rest.length > 0 && { fields: Object.fromEntries(rest) }), ...(item && { items: item }) };
  return Object.keys(all).length > 0 ? all : undefined;
}

/** Writes equal parts of the table once: every operation that reads pages has the same options for it. */
function share(table: Record<string, Bounds>): { shared: string; text: string } {
  const seen = new Map<string, number>();
  const count = (bounds: Bounds): void => {
    const key = JSON.stringify(bounds);
    seen.set(key, (seen.get(key) ?? 0) + 1);
    for (const inner of [...Object.values(bounds.fields ?? {}), ...(bounds.items ? [bounds.items] : [])]) count(inner);
  };
  Object.values(table).forEach(count);
  const names = new Map<string, string>();
  let shared = '';
  const write = (bounds: Bounds): string => {
    const key = JSON.stringify(bounds);
    const known = names.get(key);
    if (known) return known;
    const parts = [
      ...(bounds.least === undefined ? [] : [`least: ${bounds.least}`]),
      ...(bounds.most === undefined ? [] : [`most: ${bounds.most}`]),
      ...(bounds.fields ? [`fields: { ${fieldsOf(bounds.fields)} }`] : []),
      ...(bounds.items ? [`items: ${write(bounds.items)}`] : []),
    ];
    const text = `{ ${parts.join(', ')} }`;
    if ((seen.get(key) ?? 0) < 2 || text.length < 24) return text;
    const name = `shared${names.size + 1}`;
    names.set(key, name);
    shared += `const ${name}: Bounds = ${text};\n\n`;
    return name;
  };
  const fieldsOf = (fields: Record<string, Bounds>): string =>
    Object.entries(fields)
      .map(([name, bounds]) => `${name}: ${write(bounds)}`)
      .join(', ');
  return {
    text: `{\n${Object.entries(table)
      .map(([name, bounds]) => `  ${name}: ${write(bounds)},\n`)
      .join('')}}`,
    shared,
  };
}
