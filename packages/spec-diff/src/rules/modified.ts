import { keysOf } from '../comparison/places.js';
import type { Difference } from '../difference.js';
import { areSame, isObject } from '../json.js';
import { describeChange, isAnnotation } from '../keywords/keywords.js';
import { nameOf } from '../names.js';
import { requiredMessage } from '../required-message.js';
import { type Text, text } from '../text.js';
import { listed, listTransition, quoted } from '../wording.js';
import type { Level, Rule } from './rule.js';

/** Parts that only people read. */
const ANNOTATION_PARTS: readonly Difference['part'][] = ['Example', 'Extension', 'Info', 'Tag'];

/** What of other parts only people read, beside the annotations of schemas. */
const ANNOTATIONS: Partial<Record<Difference['part'], readonly string[]>> = {
  Root: ['$self', 'jsonSchemaDialect', 'tags'],
  Operation: ['tags'],
  SecurityScheme: ['bearerFormat'],
  Server: ['name'],
};

export const modified: Rule = {
  name: 'modified',
  about: { parts: [], kinds: ['modified'] },
  ids: [],
  advice: '',
  docs: {
    finds: 'Something changed that no other rule judges: most often a description.',
    example: {
      of: 'operation',
      id: 'operation-summary-changed',
      before: '{ summary: Make a thing }',
      after: '{ summary: Create a thing }',
    },
  },
  judge(difference) {
    const { part, keyword = '', before, after } = difference;
    const level = levelOfPart(difference);
    if (part === 'Tag') return { level, text: text`${tagName(difference)} ${happenedTo(difference)}.` };
    if (keyword === 'key')
      return { level, text: text`${quoted(before?.value)} is called ${quoted(after?.value)} now.` };
    if (part === 'Example') return { level, text: exampleMessage(difference) };
    if (keyword === 'required') return { level, text: requiredMessage(difference) };
    const name = part === 'OAuthScope' || part === 'OAuthFlow' ? text`${nameOf(difference)}: ` : [];
    const words = level === 'docs' || level === 'equivalent' ? annotationMessage(difference) : undefined;
    const message = text`${name}${describeChange(keyword, before?.value, after?.value, words)}`;
    // It is a hint for people, and for generators of clients.
    return { level, text: message, ...(keyword === 'bearerFormat' && { levelOnWire: 'equivalent' }) };
  },
};

/** Whether only people notice. */
export function levelOfPart({ part, parentKeyword, kind, keyword = '', uses }: Difference): Level {
  // A field that came or went says it.
  if (part === 'Encoding' && kind !== 'modified') return 'neutral';
  // The version of OpenAPI, and what nobody gave a meaning, say nothing about the API.
  if (part === 'Root' && (keyword === 'openapi' || keyword.startsWith('x-'))) return 'equivalent';
  if (ANNOTATION_PARTS.includes(part)) return 'docs';
  // A scheme that no operation uses affects nobody.
  if (part === 'SecurityScheme' && parentKeyword === 'securitySchemes') return 'neutral';
  if (part === 'OAuthScope' && kind === 'modified' && uses.length === 0) return 'docs';
  if (kind !== 'modified') return 'additive';
  return isAnnotation(keyword) || ANNOTATIONS[part]?.includes(keyword) ? 'docs' : 'additive';
}

/** What became of something that people read; of a list of names or references, which of them came and went. */
function annotationMessage(difference: Difference): Text {
  const { keyword = '', before, after } = difference;
  const mayHoldNames = keyword === 'tags' || keyword.startsWith('x-');
  const names = mayHoldNames ? listTransition(before?.value, after?.value) : undefined;
  return text`The ${quoted(keyword)} ${names ?? happenedTo(difference)}.`;
}

/** A component is named by its place, and an example in a body by its key. */
function exampleMessage(difference: Difference): Text {
  const { keyword, before, after } = difference;
  const { written = [] } = after ?? before ?? {};
  const isComponent = written[0] === 'components';
  const name = isComponent ? 'the example' : text`the example ${quoted(written.at(-2))}`;
  return text`The ${quoted(keyword)} of ${name} ${happenedTo(difference)}.`;
}

/** A tag, and what of it changed. */
function tagName({ keyword, before, after }: Difference): Text {
  const [own, other] = [before?.value, after?.value];
  const keys =
    isObject(own) && isObject(other) ? [...keysOf(own, other)].filter((key) => !areSame(own[key], other[key])) : [];
  const name = text`tag ${quoted(keyword)}`;
  return keys.length > 0 ? text`In the ${name}, ${listed(keys)}` : text`The ${name}`;
}

function happenedTo({ before, after }: Difference): Text {
  if (before?.value === undefined) return text`was added`;
  return after?.value === undefined ? text`was removed` : text`changed`;
}
