import { SENT } from '../id-pattern.js';
import { isObject } from '../json.js';
import { nameOf } from '../names.js';
import { name, text } from '../text.js';
import { quoted } from '../wording.js';
import type { Rule } from './rule.js';

export const parameterRemoved: Rule = {
  name: 'parameter-removed',
  about: { parts: ['Parameter'], kinds: ['removed', 'modified'], keywords: ['key'], parentKeywords: ['parameters'] },
  ids: [`${SENT}parameter-{removed,renamed}`],
  advice: 'Keep the parameter, mark it `deprecated`, and say what replaces it.',
  docs: {
    finds: 'A parameter is no longer accepted, or only under another name or in another place.',
    example: {
      of: 'operation',
      id: 'request-parameter-removed',
      before: '{ parameters: [{ name: limit, in: query, schema: { type: integer } }] }',
      after: '{}',
    },
  },
  judge(difference) {
    const { before, after } = difference;
    const [own, other] = [before?.value, after?.value];
    if (!isObject(own) || !isObject(other))
      return { level: 'breaking', text: text`${nameOf(difference)} was removed.` };
    const now =
      own.in === other.in ? quoted(other.name) : text`the ${name(String(other.in))} parameter ${quoted(other.name)}`;
    return {
      level: 'breaking',
      text: text`The ${name(String(own.in))} parameter ${quoted(own.name)} was renamed to ${now}.`,
    };
  },
};
