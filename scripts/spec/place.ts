import type { Side } from './fact.js';
import type { JsonObject } from './json.js';
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

type Where = Pick<Side, 'written' | 'around'>;

export function namedPlace({ written, around }: Where, isNode: boolean): Named {
  // A node that came or went is named by the message; its place is what it was part of.
  const path = written.slice(0, isNode && ROOMS.has(written.at(-2) ?? '') ? -2 : -1);
  const [room, kind = '', name = ''] = path;
  if (room === 'components' && kind === 'schemas' && name)
    return { part: '', field: `\`${name}${fields(path.slice(3))}\`` };
  if (room === 'components') {
    const { part, field } = inside(path.slice(3), around);
    return { part: '', field: [name && `\`${name}\``, part, field].filter(Boolean).join(' ') };
  }
  if (room !== 'paths' && room !== 'webhooks') return { part: '', field: room ? `\`${room}\`` : '' };
  const isShared = !(METHODS as readonly string[]).includes(path[2] ?? '');
  return inside(path.slice(isShared ? 2 : 3), around);
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
function inside(path: readonly string[], around: readonly JsonObject[]): Named {
  const schema = path.indexOf('schema');
  const field = schema < 0 ? '' : fields(path.slice(schema + 1)).replace(/^\./, '');
  const [part, key = ''] = path;
  const parameter = around.find((each) => typeof each.in === 'string' && typeof each.name === 'string');
  const names: Record<string, string> = { requestBody: 'request', responses: key ? `answer ${key}` : '' };
  const name = parameter ? `${parameter.in} parameter \`${parameter.name}\`` : (names[part ?? ''] ?? '');
  return { part: name, field: field && `\`${field}\`` };
}

/** `.sources[].type` */
function fields(path: readonly string[]): string {
  let text = '';
  for (let index = 0; index < path.length; index++) {
    const key = path[index];
    if (key === 'properties' && index + 1 < path.length) text += `.${path[++index]}`;
    else if (key === 'items' || key === 'prefixItems') text += '[]';
    else if (key === 'additionalProperties' || key === 'patternProperties') text += '.*';
  }
  return text;
}
