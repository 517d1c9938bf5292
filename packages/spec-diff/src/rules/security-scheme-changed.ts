import { quoted, transition } from '../wording.js';
import type { Rule } from './rule.js';

export const securitySchemeChanged: Rule = {
  name: 'security-scheme-changed',
  about: {
    parts: ['SecurityScheme'],
    kinds: ['modified'],
    keywords: ['type', 'scheme', 'in', 'name', 'openIdConnectUrl'],
  },
  ids: ['security-scheme-{type,scheme,in,name,open-id-connect-url}-{added,removed,changed}'],
  advice: 'Add a scheme beside the present one, and accept both for a while.',
  docs: {
    finds: 'A key is sent in another place or in another way.',
    example: {
      of: 'document',
      id: 'security-scheme-in-changed',
      before:
        '{ security: [{ key: [] }], components: { securitySchemes: { key: { type: apiKey, in: header, name: X-Key } } } }',
      after:
        '{ security: [{ key: [] }], components: { securitySchemes: { key: { type: apiKey, in: query, name: X-Key } } } }',
    },
  },
  judge({ keyword, before, after, uses }) {
    // A scheme that no operation uses breaks nobody.
    if (uses.length === 0) return undefined;
    return { level: 'breaking', text: transition(quoted(keyword), before?.value, after?.value) };
  },
};
