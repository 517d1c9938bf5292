import type { Difference } from '../difference.js';
import { SENT } from '../id-pattern.js';
import { isObject, type Json } from '../json.js';
import { text } from '../text.js';
import { quoted, transition } from '../wording.js';
import type { Finding, Rule } from './rule.js';

export const parameterSerializationChanged: Rule = {
  name: 'parameter-serialization-changed',
  about: {
    parts: ['Parameter', 'Header', 'Encoding'],
    kinds: ['modified'],
    keywords: ['style', 'explode', 'allowReserved', 'allowEmptyValue', 'content'],
  },
  ids: [
    `${SENT}{parameter,header,encoding}-{style,explode,allow-reserved,allow-empty-value,content}-{added,removed,changed,set,unset}`,
  ],
  advice: 'Keep the way in which it is written, and accept the other one under another name.',
  docs: {
    finds:
      'A parameter, a header or a part of a form is written in another way, or a parameter can no longer be empty.',
    example: {
      of: 'operation',
      id: 'request-parameter-explode-unset',
      before: '{ parameters: [{ name: a, in: query, schema: { type: array, items: { type: string } } }] }',
      after:
        '{ parameters: [{ name: a, in: query, explode: false, schema: { type: array, items: { type: string } } }] }',
    },
  },
  judge(difference) {
    const { keyword = '', before, after } = difference;
    if (keyword === 'content') return ofNotation(before?.value, after?.value);
    if (keyword.startsWith('allow')) return ofPermission(difference);
    const what = text`It is written in another way: ${quoted(keyword)}`;
    return { level: 'breaking', text: transition(what, before?.value, after?.value) };
  },
};

function ofNotation(before: Json | undefined, after: Json | undefined): Finding {
  const name = (value: Json | undefined) => quoted(isObject(value) ? Object.keys(value)[0] : 'schema');
  const message = text`It was described by ${name(before)} and is described by ${name(after)} now: it is written in another way.`;
  return { level: 'breaking', text: message };
}

/** What was allowed has to stay allowed; what is allowed as well breaks nobody. */
function ofPermission({ keyword, after }: Difference): Finding {
  const isAllowed = after?.value === true;
  const what = keyword === 'allowEmptyValue' ? 'An empty value' : 'Reserved characters without an escape';
  const message = text`${what} ${isAllowed ? 'may be sent now' : 'may no longer be sent'} (${quoted(keyword)}).`;
  return { level: isAllowed ? 'additive' : 'breaking', text: message };
}
