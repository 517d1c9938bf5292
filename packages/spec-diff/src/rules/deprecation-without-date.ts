import { SCHEMA, SENT } from '../id-pattern.js';
import { code, text } from '../text.js';
import type { Rule } from './rule.js';

export const deprecationWithoutDate: Rule = {
  name: 'deprecation-without-date',
  about: { parts: ['Operation', 'Parameter', 'Schema'], kinds: ['modified'], keywords: ['deprecated'] },
  ids: ['operation-deprecated-set', `${SENT}parameter-deprecated-set`, `${SCHEMA}-deprecated-set`],
  advice: 'Say in `x-sunset` by which day it may be gone.',
  docs: {
    finds: 'Something is deprecated without the day of its removal, where the configuration asks for notice.',
    example: { of: 'operation', id: 'operation-deprecated-set', before: '{}', after: '{ deprecated: true }' },
  },
  judge({ after }, { sunset }) {
    const isDated = after?.ancestors[0]?.[sunset.extension] !== undefined;
    if (after?.value !== true || isDated || sunset.noticeDays === 0) return undefined;
    return {
      level: 'warning',
      text: text`It is deprecated now, without the day of its removal (${code(sunset.extension)}).`,
    };
  },
};
