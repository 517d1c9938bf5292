import type { Side } from './fact.js';
import { isObject, type Json, type JsonObject, type Path, valueAt } from './json.js';
import { METHODS } from './shape.js';
import { listed } from './wording.js';

/** What holds nodes by their names or numbers. */
const ROOMS = new Set([
  ...['allOf', 'anyOf', 'oneOf', 'prefixItems', 'properties', 'patternProperties', 'dependentSchemas', 'mapping'],
  ...['content', 'examples', 'headers', 'parameters', 'responses', 'paths', 'webhooks', 'security', 'servers'],
]);

/** What people call a place of the contract, in two parts: of the operation, and of the schema. */
export interface Named {
  /** "request", "answer 200", "query parameter `limit`"; empty where a component says it. */
  part: string;
  /** `SearchRequest.sources[].type`, with its quotes. */
  field: string;
}

interface Where extends Pick<Side, 'written' | 'around'> {
  /** The document in which it is written: members of choices are called by their titles and marks. */
  root?: JsonObject;
}

export function namedPlace({ written, around, root = {} }: Where, isNode: boolean): Named {
  // A node that came or went is named by the message; its place is what it was part of.
  const path = written.slice(0, isNode && ROOMS.has(written.at(-2) ?? '') ? -2 : -1);
  const [room, kind = '', name = ''] = path;
  if (room === 'components' && kind === 'schemas' && name)
    return { part: '', field: `\`${name}${fields(path, 3, root)}\`` };
  if (room === 'components') {
    const { part, field } = inside(path, 3, around, root);
    return { part: '', field: [name && `\`${name}\``, part, field].filter(Boolean).join(' ') };
  }
  if (room !== 'paths' && room !== 'webhooks') return { part: '', field: room ? `\`${room}\`` : '' };
  const isShared = !(METHODS as readonly string[]).includes(path[2] ?? '');
  return inside(path, isShared ? 2 : 3, around, root);
}

/** The two parts in one: `answer 200 \`code\``. */
export function placeName(where: Where, isNode: boolean): string {
  return placeWords([namedPlace(where, isNode)]);
}

/** Places that differ in their parts only: "answers `400` and `404` `code`". */
export function placeWords(places: readonly Named[]): string {
  const [{ field } = { field: '' }] = places;
  const parts = [...new Set(places.map(({ part }) => part))].filter(Boolean);
  const statuses = parts.flatMap((part) => /^answer (.*)$/.exec(part)?.[1] ?? []).sort();
  const others = parts.filter((part) => !part.startsWith('answer ')).sort();
  const answers =
    statuses.length > 1
      ? [`answers ${listed(statuses).replaceAll('`', '')}`]
      : statuses.map((each) => `answer ${each}`);
  return [[...others, ...answers].join(', '), field].filter(Boolean).join(' ');
}

/** A place of an operation, or of one of its parts. */
function inside(path: Path, start: number, around: readonly JsonObject[], root: JsonObject): Named {
  if (path[start] === 'callbacks') return inCallback(path, start, around, root);
  const schema = path.findIndex((key, index) => index >= start && (key === 'schema' || key === 'itemSchema'));
  const item = path[schema] === 'itemSchema' ? '[]' : '';
  const field = schema < 0 ? '' : (item + fields(path, schema + 1, root)).replace(/^\./, '');
  const [part, key = ''] = path.slice(start);
  const parameter = around.find((each) => typeof each.in === 'string' && typeof each.name === 'string');
  const names: Record<string, string> = { requestBody: 'request', responses: key ? `answer ${key}` : '' };
  const name = parameter ? `${parameter.in} parameter \`${parameter.name}\`` : (names[part ?? ''] ?? '');
  return { part: name, field: field && `\`${field}\`` };
}

/** What a server sends for a call: `callbacks`, its name, the expression of its URL and the method stand before the parts. */
function inCallback(path: Path, start: number, around: readonly JsonObject[], root: JsonObject): Named {
  const { part, field } = inside(path, start + 4, around, root);
  return { part: [`callback \`${path[start + 1]}\``, part].filter(Boolean).join(' '), field };
}

/** `.sources[].type`; of an alternative that has a name of its own, `.sources[](Web).type`. */
function fields(path: Path, start: number, root: JsonObject): string {
  let text = '';
  for (let index = start; index < path.length; index++) {
    const key = path[index];
    if (key === 'properties' && index + 1 < path.length) text += `.${path[++index]}`;
    else if (key === 'items' || key === 'prefixItems') text += '[]';
    else if (key === 'additionalProperties' || key === 'patternProperties') text += '.*';
    else if ((key === 'oneOf' || key === 'anyOf') && index + 1 < path.length) {
      const name = shortName(valueAt(root, path.slice(0, ++index + 1)));
      if (name) text += `(${name})`;
    }
  }
  return text;
}

/** What an alternative is called by in the middle of a path: its title, the value that marks it, or its type. */
function shortName(schema: Json | undefined): string | undefined {
  if (!isObject(schema)) return undefined;
  if (typeof schema.title === 'string') return schema.title;
  for (const [name, field] of Object.entries(schema.properties ?? {})) {
    const [value, ...others] = isObject(field)
      ? [field.const ?? (Array.isArray(field.enum) ? field.enum : [])].flat()
      : [];
    if (value !== undefined && others.length === 0) return `${name}: ${value}`;
  }
  return typeof schema.type === 'string' ? schema.type : undefined;
}
