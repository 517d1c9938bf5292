import { WORDS } from './canonical/keywords.js';
import { type Fact, roomOf } from './fact.js';
import { isObject } from './json.js';
import type { Judgement } from './rules/rule.js';
import { METHODS } from './shape.js';
import { quoted } from './wording.js';

/** Nodes that hold nothing but words. */
const WORD_NODES = [
  'Contact',
  'Example',
  'ExamplesMap',
  'ExternalDocs',
  'Info',
  'License',
  'Tag',
  'TagList',
  'XCodeSample',
];

/** What people call a node that stands in a map or a list of that name. */
const NAMES: Record<string, string> = {
  allOf: 'part',
  anyOf: 'alternative',
  content: 'media type',
  headers: 'header',
  oneOf: 'alternative',
  parameters: 'parameter',
  paths: 'path',
  properties: 'field',
  responses: 'response',
  security: 'way to authenticate',
  securitySchemes: 'security scheme',
  servers: 'server',
  webhooks: 'webhook',
};

/** What is said of a difference that breaks nothing. */
export function described(fact: Fact): Judgement {
  const level = isWords(fact) ? 'docs' : 'additive';
  if ((fact.head ?? fact.base)?.path[0] === 'x-tags') return { level, message: `${tagOf(fact)}.` };
  if (fact.kind !== 'modified') return { level, message: `${nameOf(fact)} was ${fact.kind}.` };
  const [before, after] = [quoted(fact.base?.value), quoted(fact.head?.value)];
  if (fact.keyword === 'key') return { level, message: `${before} is called ${after} now.` };
  if (level === 'docs') return { level, message: `The ${quoted(fact.keyword)} changed.` };
  return { level, message: `${quoted(fact.keyword)} went from ${before} to ${after}.` };
}

function isWords(fact: Fact): boolean {
  if (WORD_NODES.includes(fact.node) || (fact.head ?? fact.base)?.path[0] === 'x-tags') return true;
  if (fact.keyword !== undefined)
    return WORDS.has(fact.keyword) || (fact.node === 'Root' && fact.keyword === 'openapi');
  return WORDS.has((fact.head ?? fact.base)?.path.at(-1) ?? '');
}

/** Tags stand under their names in the canonical form, each as one value. */
function tagOf({ keyword, base, head }: Fact): string {
  const happened = base?.value === undefined ? 'was added' : head?.value === undefined ? 'was removed' : 'changed';
  return `The tag ${quoted(keyword)} ${happened}`;
}

function nameOf(fact: Fact): string {
  const { path = [], value } = fact.head ?? fact.base ?? {};
  const key = path.at(-1) ?? '';
  const room = roomOf(fact) ?? '';
  if (fact.node === 'Operation' && (METHODS as readonly string[]).includes(key)) {
    return isObject(value) && value.operationId !== undefined
      ? `The operation ${quoted(value.operationId)}`
      : 'The operation';
  }
  if (fact.node === 'Parameter' && isObject(value)) return `The ${value.in} parameter ${quoted(value.name)}`;
  const name = NAMES[room];
  if (!name) return quoted(key);
  // What stands in a list has a number, which tells nobody anything.
  return /^\d+$/.test(key) && room !== 'responses' ? `One ${name}` : `The ${name} ${quoted(key)}`;
}
