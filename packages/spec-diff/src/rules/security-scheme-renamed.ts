import { text } from '../text.js';
import { quoted } from '../wording.js';
import type { Rule } from './rule.js';

export const securitySchemeRenamed: Rule = {
  name: 'security-scheme-renamed',
  about: {
    parts: ['SecurityScheme'],
    kinds: ['modified'],
    keywords: ['key'],
    parentKeywords: ['securitySchemes'],
  },
  ids: [],
  advice: '',
  docs: {
    finds: 'A security scheme has another name, by which only the contract refers to it.',
    example: {
      of: 'document',
      id: 'security-scheme-renamed',
      before: '{ components: { securitySchemes: { key: { type: apiKey, in: header, name: X-Key } } } }',
      after: '{ components: { securitySchemes: { token: { type: apiKey, in: header, name: X-Key } } } }',
    },
  },
  judge: ({ before, after }) => ({
    level: 'neutral',
    text: text`The security scheme ${quoted(before?.value)} is called ${quoted(after?.value)} now.`,
    levelOnWire: 'equivalent',
  }),
};
