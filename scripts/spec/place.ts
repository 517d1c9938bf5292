import type { Side } from './fact.js';
import type { JsonObject } from './json.js';
import { METHODS } from './shape.js';

/** What holds nodes by their names or numbers. */
const ROOMS = new Set([
  ...['allOf', 'anyOf', 'oneOf', 'prefixItems', 'properties', 'patternProperties', 'dependentSchemas', 'mapping'],
  ...['content', 'examples', 'headers', 'parameters', 'responses', 'paths', 'webhooks', 'security', 'servers'],
]);

/** What people call a place of the contract: `SearchRequest.sources[].type`, "answer 200", "parameter `limit`". */
export function placeName({ written, around }: Pick<Side, 'written' | 'around'>, isNode: boolean): string {
  // A node that came or went is named by the message; its place is what it was part of.
  const path = written.slice(0, isNode && ROOMS.has(written.at(-2) ?? '') ? -2 : -1);
  const [room, kind = '', name = ''] = path;
  if (room === 'components' && kind === 'schemas' && name) return `\`${name}${fields(path.slice(3))}\``;
  if (room === 'components') return name ? `\`${name}\`${inside(path.slice(3), around)}` : '';
  if (room !== 'paths' && room !== 'webhooks') return room ? `\`${room}\`` : '';
  const isShared = !(METHODS as readonly string[]).includes(path[2] ?? '');
  return inside(path.slice(isShared ? 2 : 3), around).trim();
}

/** A place of an operation, or of one of its parts. */
function inside(path: readonly string[], around: readonly JsonObject[]): string {
  const schema = path.indexOf('schema');
  const field = schema < 0 ? '' : fields(path.slice(schema + 1)).replace(/^\./, '');
  const [part, key = ''] = path;
  const parameter = around.find((each) => typeof each.in === 'string' && typeof each.name === 'string');
  const names: Record<string, string> = { requestBody: 'request', responses: key ? `answer ${key}` : '' };
  const name = parameter ? `${parameter.in} parameter \`${parameter.name}\`` : (names[part ?? ''] ?? '');
  return [name, field && `\`${field}\``]
    .filter(Boolean)
    .map((word) => ` ${word}`)
    .join('');
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
