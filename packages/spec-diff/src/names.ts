import type { Difference } from './difference.js';
import { asList, isObject, type Json } from './json.js';
import { listed, quoted } from './wording.js';

/** What people call a part that is held by a keyword of that name. */
const NAMES: Record<string, string> = {
  callbacks: 'callback',
  content: 'media type',
  examples: 'example',
  headers: 'header',
  paths: 'path',
  properties: 'field',
  responses: 'response',
  securitySchemes: 'security scheme',
  webhooks: 'webhook',
};

/** What people call the part that was added, removed or changed. */
export function nameOf({ part, parentKeyword = '', label, before, after }: Difference): string {
  const { path = [], written = path, usePath = path, value } = after ?? before ?? {};
  if (part === 'OAuthFlow') return `The OAuth flow ${quoted(label)}`;
  if (part === 'OAuthScope') return `The OAuth scope ${quoted(label)}`;
  if (part === 'ComponentType') return `The type ${quoted(path.at(-1))}`;
  if (label !== undefined) return label;
  // Headers are compared in lower case, and named as they are written. A callback is named by the operation that has
  // it.
  const key = (parentKeyword === 'headers' ? written : usePath).at(-1) ?? '';
  if (part === 'Operation') {
    const id = isObject(value) ? value.operationId : undefined;
    const pathName = path.at(path.at(-2) === 'additionalOperations' ? -3 : -2);
    return `The operation ${quoted(id ?? `${key.toUpperCase()} ${pathName}`)}`;
  }
  if (part === 'Parameter' && isObject(value)) return `The ${value.in} parameter ${quoted(value.name)}`;
  if (part === 'RequestBody') return 'The request body';
  if (part === 'Server' && isObject(value)) return `The server ${quoted(value.url)}`;
  if (part === 'SecurityRequirement') return `Authentication ${requirementName(value)}`;
  const name = NAMES[parentKeyword];
  return name ? `The ${name} ${quoted(key)}` : quoted(key);
}

function requirementName(value: Json | undefined): string {
  const schemes = isObject(value) ? Object.entries(value) : [];
  if (schemes.length === 0) return 'without a key';
  return `by ${schemes.map(([name, scopes]) => `${quoted(name)}${scopeNames(scopes)}`).join(' and ')}`;
}

/** Names the scopes, because two requirements may name the same scheme and differ only in those. */
function scopeNames(scopes: Json): string {
  const names = asList(scopes);
  return names.length === 0 ? '' : ` (${listed(names)})`;
}
