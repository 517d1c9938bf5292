import type { OpenAPI3 } from 'openapi-typescript';
import { type Node, operationsOf, resolve } from './contract-walk.js';

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
 * before it is sent. In a union, a field is bounded if all members that have it agree.
 */
export function renderBounds(contract: OpenAPI3): string {
  const table: Record<string, Bounds> = {};
  for (const { name, operation } of operationsOf(contract)) {
    const { content = {} } = (operation.requestBody ?? {}) as { content?: Record<string, { schema?: Node }> };
    const schema = content['application/json']?.schema;
    const bounds = schema && boundsOf(contract, schema);
    if (bounds) table[name] = bounds;
  }
  const { shared, text } = share(table);
  return `import type { Bounds } from '../resources/bounds.js';\n\n${shared}export const bounds: { readonly [operation: string]: Bounds } = ${text};\n`;
}

function boundsOf(contract: OpenAPI3, node: Node): Bounds | undefined {
  const schema = resolve(contract, node);
  const parts = ['allOf', 'anyOf', 'oneOf'].flatMap((keyword) => (schema[keyword] ?? []) as Node[]);
  const members = parts.map((part) => boundsOf(contract, part));
  const own: Bounds = {};
  const least = LEAST.map((keyword) => schema[keyword]).find((bound) => bound !== undefined);
  const most = MOST.map((keyword) => schema[keyword]).find((bound) => bound !== undefined);
  if (typeof least === 'number') own.least = least;
  if (typeof most === 'number') own.most = most;
  const items = schema.items ? boundsOf(contract, schema.items as Node) : undefined;
  if (items) own.items = items;
  const fields = Object.entries((schema.properties ?? {}) as Record<string, Node>).flatMap(([name, property]) => {
    const bounds = boundsOf(contract, property);
    return bounds ? [[name, bounds] as const] : [];
  });
  if (fields.length > 0) own.fields = Object.fromEntries(fields);
  const merged = members.reduce<Bounds>((sum, member) => merge(sum, member ?? {}), own);
  return Object.keys(merged).length > 0 ? merged : undefined;
}

function merge(left: Bounds, right: Bounds): Bounds {
  const fields = { ...left.fields };
  for (const [name, bounds] of Object.entries(right.fields ?? {})) {
    fields[name] = fields[name] ? merge(fields[name], bounds) : bounds;
  }
  const items = left.items && right.items ? merge(left.items, right.items) : (left.items ?? right.items);
  // Of two bounds the wider one is the only one that is certain.
  const least = [left.least, right.least].filter((bound) => bound !== undefined);
  const most = [left.most, right.most].filter((bound) => bound !== undefined);
  return {
    ...(least.length > 0 && { least: Math.min(...least) }),
    ...(most.length > 0 && { most: Math.max(...most) }),
    ...(Object.keys(fields).length > 0 && { fields }),
    ...(items && { items }),
  };
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
