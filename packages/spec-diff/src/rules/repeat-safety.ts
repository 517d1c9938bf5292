import type { Rule } from './rule.js';

/**
 * Whether a call may be sent again. Losing that breaks programs that are out already: the SDK they were built with goes
 * on repeating the call after every failure, and now that does harm. Gaining it takes nothing from anybody.
 */
export const repeatSafety: Rule = {
  name: 'repeat-safety-changed',
  advice: 'Let the server recognise a repeated call, so that repeating it stays safe.',
  judge({ node, keyword, base, head }) {
    if (node !== 'Operation' || keyword !== 'x-repeat-safe') return undefined;
    if (Boolean(base?.value) === Boolean(head?.value))
      return { level: 'docs', message: 'Its repeat-safety is written down.' };
    return head?.value === true
      ? { level: 'additive', message: 'Repeating the call after a failure is safe now; the SDK will.' }
      : {
          level: 'breaking',
          message: 'Repeating the call after a failure is no longer safe; programs that are out still do.',
        };
  },
};
