import type { Difference } from './difference.js';
import { asList, isObject, type Json } from './json.js';
import { name as nameText, sequence, type Text, text } from './text.js';
import { listed, quoted } from './wording.js';

/** What people call a part that is held by a keyword of that name. */
const NAMES: Record<string, Text> = {
  callbacks: text`callback`,
  content: text`media type`,
  encoding: text`encoding of the part`,
  examples: text`example`,
  headers: text`header`,
  paths: text`path`,
  properties: text`field`,
  responses: text`response`,
  securitySchemes: text`security scheme`,
  webhooks: text`webhook`,
};

/** What people call the part that was added, removed or changed. */
export function nameOf({ part, parentKeyword = '', label, before, after }: Difference): Text {
  const { path = [], written = path, usePath = path, value } = after ?? before ?? {};
  if (part === 'OAuthFlow') return text`The OAuth flow ${label ?? []}`;
  if (part === 'OAuthScope') return text`The OAuth scope ${label ?? []}`;
  if (part === 'ComponentType') return text`The type ${quoted(path.at(-1))}`;
  if (label !== undefined) return label;
  // Headers and media types are compared in one spelling, and named as they are written. A callback is named by the operation that has
  // it.
  const key = (['headers', 'content'].includes(parentKeyword) ? written : usePath).at(-1) ?? '';
  if (part === 'Operation') {
    const id = isObject(value) ? value.operationId : undefined;
    const pathName = path.at(path.at(-2) === 'additionalOperations' ? -3 : -2);
    return text`The operation ${quoted(id ?? `${key.toUpperCase()} ${pathName}`)}`;
  }
  if (part === 'Parameter' && isObject(value))
    return text`The ${nameText(String(value.in))} parameter ${quoted(value.name)}`;
  if (part === 'RequestBody') return text`The request body`;
  if (part === 'Server' && isObject(value)) return text`The server ${quoted(value.url)}`;
  if (part === 'SecurityRequirement') return text`Authentication ${requirementName(value)}`;
  const name = NAMES[parentKeyword];
  return name ? text`The ${name} ${quoted(key)}` : quoted(key);
}

function requirementName(value: Json | undefined): Text {
  const schemes = isObject(value) ? Object.entries(value) : [];
  if (schemes.length === 0) return text`without a key`;
  return text`by ${sequence(
    schemes.map(([name, scopes]) => text`${quoted(name)}${scopeNames(scopes)}`),
    ' and ',
  )}`;
}

/** Names the scopes, because two requirements may name the same scheme and differ only in those. */
function scopeNames(scopes: Json): Text {
  const names = asList(scopes);
  return names.length === 0 ? [] : text` (${listed(names)})`;
}
