import type { Side } from './difference.js';
import { asList, isObject, type Json, type JsonObject, type Path, valueAt } from './json.js';
import { METHODS } from './shape.js';
import { joined } from './wording.js';

/** Keywords that hold parts by their names or numbers. */
const HOLDERS = new Set([
  'allOf',
  'anyOf',
  'oneOf',
  'prefixItems',
  'properties',
  'patternProperties',
  'dependentSchemas',
  'mapping',
  'callbacks',
  'content',
  'examples',
  'headers',
  'parameters',
  'responses',
  'paths',
  'webhooks',
  'security',
  'servers',
]);

/** What people call a place of the contract, in two parts: of the operation, and of the schema. */
export interface PlaceName {
  /** The part of the operation: "request", "response 200" or "query parameter `limit`". It is empty in a component. */
  part: string;
  /** The field in backticks, such as `SearchRequest.sources[].type`. */
  field: string;
}

interface Where extends Pick<Side, 'written' | 'ancestors'> {
  /** The document in which it is written: members of choices are called by their titles and marks. */
  root?: JsonObject;
  /** What the component around it is called, where the path has another name. */
  componentName?: string;
}

export function namedPlace({ written, ancestors, root = {}, componentName }: Where, isPart: boolean): PlaceName {
  // The message names a part that came or went, so the place is what it was part of.
  const path = written.slice(0, isPart && HOLDERS.has(written.at(-2) ?? '') ? -2 : -1);
  const [section, kind = '', name = ''] = path;
  if (section === 'components' && kind === 'schemas' && name)
    return { part: '', field: `\`${name}${fields(path, 3, root)}\`` };
  if (section === 'components') {
    const { part, field } = inside(path, 3, ancestors, root);
    const ownName = componentName ?? name;
    return { part: '', field: [ownName && `\`${ownName}\``, part, field].filter(Boolean).join(' ') };
  }
  if (section !== 'paths' && section !== 'webhooks') return { part: '', field: section ? `\`${section}\`` : '' };
  const isShared = !(METHODS as readonly string[]).includes(path[2] ?? '');
  return inside(path, isShared ? 2 : 3, ancestors, root);
}

/** The two parts in one: `response 200 \`code\``. */
export function placeName(where: Where, isPart: boolean): string {
  return placeWords([namedPlace(where, isPart)]);
}

/**
 * Names places that differ only in their parts, such as "responses 400 and 404 `code`" or "query parameters `from` and
 * `to`".
 */
export function placeWords(places: readonly PlaceName[]): string {
  const [{ field } = { field: '' }] = places;
  const parts = [...new Set(places.map(({ part }) => part))].filter(Boolean).sort();
  const named = parts.map((part) => NAMED_PART.exec(part)?.groups ?? { kind: part, name: '' });
  const kinds = [...new Set(named.map(({ kind }) => kind ?? ''))].sort(responsesLast);
  const words = kinds.map((kind) => {
    const names = named.flatMap((each) => (each.kind === kind && each.name ? [each.name] : []));
    if (names.length === 0) return kind;
    return `${kind}${names.length > 1 ? 's' : ''} ${joined(names)}`;
  });
  return [words.join(', '), field].filter(Boolean).join(' ');
}

/** A part that is one of several of its kind in an operation. */
const NAMED_PART = /^(?<kind>response|\w+ parameter) (?<name>\S+)$/;

function responsesLast(left: string, right: string): number {
  return Number(left === 'response') - Number(right === 'response') || (left < right ? -1 : 1);
}

/** A place of an operation, or of one of its parts. */
function inside(path: Path, start: number, ancestors: readonly JsonObject[], root: JsonObject): PlaceName {
  if (path[start] === 'callbacks' && path.length > start + 1) return inCallback(path, start, ancestors, root);
  const schema = path.findIndex((key, index) => index >= start && (key === 'schema' || key === 'itemSchema'));
  const item = path[schema] === 'itemSchema' ? '[]' : '';
  const field = schema < 0 ? '' : (item + fields(path, schema + 1, root)).replace(/^\./, '');
  const [part, key = ''] = path.slice(start);
  const parameter = ancestors.find((each) => typeof each.in === 'string' && typeof each.name === 'string');
  const names: Record<string, string> = { requestBody: 'request', responses: key ? `response ${key}` : '' };
  const name = parameter ? `${parameter.in} parameter \`${parameter.name}\`` : (names[part ?? ''] ?? '');
  return { part: name, field: field && `\`${field}\`` };
}

/** What a server sends for a call: `callbacks`, its name, the expression of its URL and the method stand before the parts. */
function inCallback(path: Path, start: number, ancestors: readonly JsonObject[], root: JsonObject): PlaceName {
  const { part, field } = inside(path, start + 4, ancestors, root);
  return { part: [`callback \`${path[start + 1]}\``, part].filter(Boolean).join(' '), field };
}

/**
 * Names the fields of a path, such as `.sources[].type`. An alternative is named in parentheses, as in
 * `.sources[](Web).type`.
 */
function fields(path: Path, start: number, root: JsonObject): string {
  let text = '';
  for (let index = start; index < path.length; index++) {
    const key = path[index];
    if (key === 'properties' && index + 1 < path.length) text += `.${path[++index]}`;
    else if (key === 'items' || key === 'prefixItems') text += '[]';
    else if (key === 'additionalProperties' || key === 'patternProperties') text += '.*';
    else if ((key === 'oneOf' || key === 'anyOf') && index + 1 < path.length) {
      const members = asList(valueAt(root, path.slice(0, index + 1)));
      const name = memberName(members, Number(path[++index]));
      if (name) text += `(${name})`;
    }
  }
  return text;
}

/** What an alternative is called by in the middle of a path: its title, the value that marks it, or its type. */
function memberName(members: readonly Json[], index: number): string | undefined {
  const schema = members[index];
  if (!isObject(schema)) return undefined;
  if (typeof schema.title === 'string') return schema.title;
  for (const [name, field] of Object.entries(schema.properties ?? {})) {
    const [value, ...others] = isObject(field)
      ? [field.const ?? (Array.isArray(field.enum) ? field.enum : [])].flat()
      : [];
    if (value !== undefined && others.length === 0) return `${name}: ${value}`;
  }
  const { type } = schema;
  // A type that several alternatives have does not tell them apart.
  const isOwn = members.filter((member) => isObject(member) && member.type === type).length === 1;
  return typeof type === 'string' && isOwn ? type : undefined;
}
