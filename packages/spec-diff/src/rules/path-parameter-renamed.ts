import { text } from '../text.js';
import { quoted } from '../wording.js';
import type { Rule } from './rule.js';

export const pathParameterRenamed: Rule = {
  name: 'path-parameter-renamed',
  about: { parts: ['PathItem'], kinds: ['modified'], keywords: ['key'], parentKeywords: ['paths', 'webhooks'] },
  ids: ['{path,webhook}-renamed'],
  advice: 'Keep the name: nobody on the wire sees it, and everybody who imports the client writes it.',
  docs: {
    finds: 'A parameter in a path has another name. Only the types of clients show it.',
    example: {
      of: 'document',
      id: 'path-renamed',
      before: '{ paths: { "/others/{id}": { get: { responses: {} } } } }',
      after: '{ paths: { "/others/{name}": { get: { responses: {} } } } }',
    },
  },
  judge({ before, after }) {
    const message = text`A parameter of the path was renamed: ${quoted(before?.value)} is ${quoted(after?.value)} now.`;
    return { level: 'breaking', text: message, levelOnWire: 'equivalent' };
  },
};
