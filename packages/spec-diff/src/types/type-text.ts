import { asList, isObject, type Json, type JsonObject, jsonText, pathOf } from '../json.js';
import { referenceIn } from '../references.js';

const PLAIN: Record<string, string> = {
  integer: 'number',
  number: 'number',
  string: 'string',
  boolean: 'boolean',
  null: 'null',
};

/** How long a union may be in one line. */
const WIDTH = 80;

/** The TypeScript type of a schema, as generators of types write it: an object has a line for each field. */
export function typeText(schema: Json | undefined): string {
  if (!isObject(schema)) return schema === false ? 'never' : 'unknown';
  const reference = referenceIn(schema);
  if (reference !== undefined) return nameOf(reference);
  if ('const' in schema) return jsonText(schema.const ?? null);
  if (Array.isArray(schema.enum)) return union(schema.enum.map(jsonText));
  const parts = [
    ...asList(schema.allOf ?? []).map(typeText),
    ...['anyOf', 'oneOf'].filter((keyword) => keyword in schema).map((keyword) => choiceText(asList(schema[keyword]))),
  ];
  const own = ownText(schema, parts.length > 0);
  return intersection([...(own === undefined ? [] : [own]), ...parts.filter((part) => part !== 'unknown')]);
}

/** A field of an object, or of what is like one, such as the parameters of a query. */
export function fieldText(name: string, schema: Json | undefined, isRequired: boolean): string {
  return `${keyText(name)}${isRequired ? '' : '?'}: ${typeText(schema)};`.replace(/ +\n/g, '\n');
}

export function keyText(name: string): string {
  return /^(?:[A-Za-z_$][\w$]*|\d+)$/.test(name) ? name : JSON.stringify(name);
}

/** Lines between braces. */
export function blockText(lines: readonly string[]): string {
  return lines.length === 0 ? '{}' : `{\n${lines.map(indented).join('\n')}\n}`;
}

function choiceText(members: readonly Json[]): string {
  return union(members.map(typeText));
}

/** What a schema says beside the parts that it is made of; undefined where that is nothing. */
function ownText(schema: JsonObject, hasParts: boolean): string | undefined {
  const types = asList(schema.type ?? ('properties' in schema ? 'object' : []));
  if (types.length > 0 && !(hasParts && types.join() === 'object')) {
    return union(types.map((type) => ofType(String(type), schema)));
  }
  if (hasParts) return 'properties' in schema ? objectText(schema) : undefined;
  return 'unknown';
}

function ofType(type: string, schema: JsonObject): string {
  if (type === 'object') return objectText(schema);
  if (type === 'array') return arrayText(schema);
  if (type !== 'string') return PLAIN[type] ?? 'unknown';
  if (schema.format === 'binary') return 'Blob';
  const known = asList(schema['x-extensible-enum'] ?? []);
  return known.length > 0 ? union([...known.map(jsonText), '(string & {})']) : 'string';
}

function arrayText({ prefixItems, items }: JsonObject): string {
  if (Array.isArray(prefixItems)) {
    const rest = items === false ? [] : [`...${itemsText(items)}`];
    return `[${[...prefixItems.map(typeText), ...rest].join(', ')}]`;
  }
  return itemsText(items);
}

function itemsText(items: Json | undefined): string {
  const item = typeText(items);
  if (item.startsWith('\n')) return `(${item}\n)[]`;
  return /[|&]/.test(item) && !/^\{[\s\S]*\}$/.test(item) ? `(${item})[]` : `${item}[]`;
}

function objectText({ properties, required, additionalProperties: rest }: JsonObject): string {
  const fields = isObject(properties) ? Object.entries(properties) : [];
  const needed = asList(required ?? []);
  const lines = fields.map(([name, field]) => fieldText(name, field, needed.includes(name)));
  // A type for all other names would accept every misspelt name of a field.
  const isOpen = isObject(rest)
    ? Object.keys(rest).length > 0 || lines.length === 0
    : rest === true && lines.length === 0;
  if (isOpen) lines.push(`[key: string]: ${typeText(rest)};`);
  return lines.length === 0 ? 'Record<string, never>' : blockText(lines);
}

/** Writes a union on one line if that is short. Otherwise each member begins a line of its own. */
function union(types: readonly string[]): string {
  const members = [...new Set(types)];
  const text = members.join(' | ') || 'never';
  const isLong = members.length > 1 && (text.length > WIDTH || text.includes('\n'));
  return isLong ? members.map((member) => `\n${indented(`| ${member}`)}`).join('') : text;
}

function intersection(types: readonly string[]): string {
  if (types.length < 2) return types[0] ?? 'unknown';
  return types
    .map((type) => (type.startsWith('\n') ? `(${type}\n)` : /^[^{]*\|/.test(type) ? `(${type})` : type))
    .join(' & ');
}

function indented(text: string): string {
  return text.replaceAll(/^/gm, '  ');
}

/** The name of a component, and of a field of one; what stands elsewhere is called by its place. */
function nameOf(reference: string): string {
  const [section = '', kind, name = '', ...below] = pathOf(reference);
  const isSchema = section === 'components' && kind === 'schemas';
  const keys = isSchema
    ? below.filter((_key, index) => index % 2 === 1 || below[index] !== 'properties')
    : pathOf(reference).slice(1);
  return `${isSchema ? name : section}${keys.map((key) => `[${JSON.stringify(key)}]`).join('')}`;
}
