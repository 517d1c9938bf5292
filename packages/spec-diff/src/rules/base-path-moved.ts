import { text } from '../text.js';
import { quoted } from '../wording.js';
import type { Rule } from './rule.js';

export const basePathMoved: Rule = {
  name: 'base-path-moved',
  about: { parts: ['Server'], kinds: ['modified'], keywords: ['url'] },
  ids: ['server-url-changed'],
  advice: 'Keep it where it is: nobody on the wire sees it, and everybody who imports the client writes the paths.',
  docs: {
    finds:
      'A part of all addresses was moved from the URLs of the servers into the paths, or back. The addresses are the same, so only the types of clients show it.',
    example: {
      of: 'document',
      id: 'server-url-changed',
      before: "{ servers: [{ url: 'https://a.example/v1' }], paths: { /a: { get: {} }, /b: { get: {} } } }",
      after: "{ servers: [{ url: 'https://a.example' }], paths: { /v1/a: { get: {} }, /v1/b: { get: {} } } }",
    },
  },
  judge({ before, after }) {
    const message =
      after?.value === ''
        ? text`${quoted(before?.value)} stands in the paths now, and in the servers no longer: the addresses are the same.`
        : text`${quoted(after?.value)} stands in the servers now, and in the paths no longer: the addresses are the same.`;
    return { level: 'breaking', text: message, levelOnWire: 'equivalent' };
  },
};
