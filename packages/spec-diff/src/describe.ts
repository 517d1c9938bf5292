import { WORDS } from './canonical/keywords.js';
import type { Fact } from './fact.js';
import { asList, isObject, type Json } from './json.js';
import type { Judgement } from './rules/rule.js';
import { listed, quoted } from './wording.js';

/** Nodes that hold nothing but words. */
const WORD_NODES = ['Example', 'Extension', 'Info', 'Tag'];

/** What of other nodes is not told to programs, either. */
const WORDS_OF: Record<string, readonly string[]> = {
  Root: ['$self', 'jsonSchemaDialect', 'openapi'],
  Server: ['name'],
};

/** Extensions that tell programs something; all others are words. */
const KNOWN_EXTENSIONS = [
  'x-credit-rules',
  'x-default-in-lockdown',
  'x-expires-after-ms',
  'x-extensible-enum',
  'x-repeat-safe',
];

/** What people call a node that stands in a map or a list of that name. */
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

/** What is said of a difference that breaks nothing. */
export function described(fact: Fact): Judgement {
  const level = isWords(fact) ? 'docs' : 'additive';
  const { node, kind, keyword } = fact;
  if (node === 'Tag') return { level, message: `${tagOf(fact)}.` };
  if (node === 'ExportedType') return { level, message: `The type ${nameOf(fact)} was ${kind}.` };
  if (kind !== 'modified') return { level, message: `${nameOf(fact)} was ${kind}.` };
  const [before, after] = [fact.base?.value, fact.head?.value];
  if (keyword === 'key') return { level, message: `${quoted(before)} is called ${quoted(after)} now.` };
  if (node === 'RequestBody' && keyword === 'required') return { level, message: 'It need not be sent any longer.' };
  if (level === 'docs') return { level, message: `The ${quoted(keyword)} changed.` };
  return { level, message: wentFrom(quoted(keyword), before, after) };
}

/** What became of a value; the value itself only where it can be read at a glance. */
export function wentFrom(name: string, before: unknown, after: unknown): string {
  const isLong = (value: unknown) => typeof value === 'object' && value !== null && JSON.stringify(value).length > 200;
  if (isLong(before) || isLong(after)) return `${name} changed.`;
  const text = (value: unknown) => quoted(value as Parameters<typeof quoted>[0]);
  if (before === undefined) return `${name} is ${text(after)} now; there was none.`;
  return after === undefined
    ? `${name} is gone; it was ${text(before)}.`
    : `${name} went from ${text(before)} to ${text(after)}.`;
}

function isWords({ node, keyword, room, kind }: Fact): boolean {
  if (WORD_NODES.includes(node) || WORDS_OF[node]?.includes(keyword ?? '')) return true;
  // What no operation uses touches nobody.
  if (node === 'SecurityScheme' && room === 'securitySchemes') return true;
  if (kind !== 'modified' || keyword === undefined) return false;
  if (keyword.startsWith('x-')) return !KNOWN_EXTENSIONS.includes(keyword);
  return WORDS.has(keyword);
}

function tagOf({ keyword, base, head }: Fact): string {
  const happened = base?.value === undefined ? 'was added' : head?.value === undefined ? 'was removed' : 'changed';
  return `The tag ${quoted(keyword)} ${happened}`;
}

/** What people call what came, went or changed. */
export function nameOf({ node, room = '', label, head, base }: Fact): string {
  const { path = [], written = path, value } = head ?? base ?? {};
  // Headers are compared in lower case, and told of as they are written.
  const key = (room === 'headers' ? written : path).at(-1) ?? '';
  if (label !== undefined) return label;
  if (node === 'Operation') {
    const id = isObject(value) ? value.operationId : undefined;
    return `The operation ${quoted(id ?? `${key.toUpperCase()} ${path.at(path.at(-2) === 'additionalOperations' ? -3 : -2)}`)}`;
  }
  if (node === 'Parameter' && isObject(value)) return `The ${value.in} parameter ${quoted(value.name)}`;
  if (node === 'RequestBody') return 'The request body';
  if (node === 'Server' && isObject(value)) return `The server ${quoted(value.url)}`;
  if (node === 'SecurityRequirement') return `The way to authenticate ${wayOf(value)}`;
  const name = NAMES[room];
  return name ? `The ${name} ${quoted(key)}` : quoted(key);
}

function wayOf(value: Json | undefined): string {
  const schemes = isObject(value) ? Object.entries(value) : [];
  if (schemes.length === 0) return 'without a key';
  return schemes.map(([name, scopes]) => `${quoted(name)}${scopesIn(scopes)}`).join(' with ');
}

/** Two ways may ask for the same scheme, and differ in their scopes only. */
function scopesIn(scopes: Json): string {
  const names = asList(scopes);
  return names.length === 0 ? '' : ` (${listed(names)})`;
}
