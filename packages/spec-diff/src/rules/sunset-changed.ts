import type { Side } from '../difference.js';
import { SCHEMA, SENT } from '../id-pattern.js';
import { text } from '../text.js';
import { quoted, transition } from '../wording.js';
import { extensionChanged } from './extension-changed.js';
import { forbiddenChanged } from './forbidden-changed.js';
import type { Rule } from './rule.js';

const DAY_MS = 24 * 60 * 60 * 1000;

export const sunsetChanged: Rule = {
  name: 'sunset-changed',
  about: { parts: ['Operation', 'Parameter', 'Schema', 'PathItem'], areExtensions: true },
  yieldsTo: [forbiddenChanged, extensionChanged],
  ids: [
    '{path,operation}-sunset-{added,removed,changed}',
    `${SENT}parameter-sunset-{added,removed,changed}`,
    `${SCHEMA}-sunset-{added,removed,changed}`,
  ],
  idParts: { keyword: 'sunset' },
  advice: 'Let the day stand that was announced, and announce a removal early enough.',
  docs: {
    finds: 'The day of a removal (`x-sunset`) was moved to an earlier one, withdrawn, or announced too late.',
    example: {
      of: 'operation',
      id: 'operation-sunset-changed',
      before: "{ deprecated: true, x-sunset: '2999-12-31' }",
      after: "{ deprecated: true, x-sunset: '2999-01-01' }",
    },
  },
  judge({ keyword, before, after }, { sunset, today }) {
    if (keyword !== sunset.extension) return undefined;
    const [was, is] = [before?.value, after?.value];
    const message = transition(text`The day of the removal, ${quoted(keyword)},`, was, is);
    if (is !== undefined && !isDate(is)) {
      return { level: 'warning', text: text`${message} It has to be a date such as 2030-12-31.` };
    }
    if (was === undefined) {
      const notice = daysBetween(today, String(is));
      const isLate = notice < sunset.noticeDays;
      const late = text` That is in ${notice} days, and ${sunset.noticeDays} days of notice are due.`;
      return isLate ? { level: 'warning', text: text`${message}${late}` } : { level: 'additive', text: message };
    }
    if (is === undefined) {
      // A part that is no longer deprecated is promised to stay.
      const isStaying = isDeprecated(before) && !isDeprecated(after);
      return { level: isStaying ? 'additive' : 'warning', text: message };
    }
    return { level: isDate(was) && String(is) < String(was) ? 'breaking' : 'additive', text: message };
  },
};

function isDeprecated(side: Side | undefined): boolean {
  return side?.ancestors[0]?.deprecated === true;
}

function isDate(value: unknown): boolean {
  return typeof value === 'string' && !Number.isNaN(Date.parse(value));
}

function daysBetween(today: string, day: string): number {
  return Math.round((Date.parse(day) - Date.parse(today)) / DAY_MS);
}
