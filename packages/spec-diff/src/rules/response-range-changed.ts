import { text } from '../text.js';
import { quoted } from '../wording.js';
import type { Rule } from './rule.js';

export const responseRangeChanged: Rule = {
  name: 'response-range-changed',
  about: { parts: ['Response'], kinds: ['modified'], keywords: ['key'], parentKeywords: ['responses'] },
  ids: ['{error-,}response-range-changed'],
  idParts: { happened: 'range-changed' },
  advice: 'Keep the status beside `default`: the types of clients take `default` for a failure.',
  docs: {
    finds:
      'A status is part of a range or of `default` now, or statuses are named one by one that were part of it. What comes back with them is compared.',
    example: {
      of: 'operation',
      id: 'response-range-changed',
      before: '{ responses: { 2XX: { description: Done. } } }',
      after: "{ responses: { '200': { description: Done. }, '204': { description: Nothing to do. } } }",
    },
  },
  judge({ label = [], before, after }) {
    if (label.length > 0)
      return { level: 'additive', text: text`Of the responses ${quoted(before?.value)}, ${label}.` };
    const sentence = text`The response ${quoted(before?.value)} is part of ${quoted(after?.value)} now.`;
    const isTakenForFailure = after?.value === 'default' && /^[123]/.test(String(before?.value));
    if (!isTakenForFailure) return { level: 'additive', text: sentence };
    return {
      level: 'breaking',
      levelOnWire: 'additive',
      text: text`${sentence} The types of clients take \`default\` for a failure.`,
    };
  },
};
