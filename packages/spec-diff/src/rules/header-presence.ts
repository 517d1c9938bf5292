import type { Rule } from './rule.js';

/** A header that need not come back any longer. */
export const headerPresence: Rule = {
  name: 'header-became-optional',
  advice: 'Go on sending the header with every answer.',
  judge({ node, keyword, base, head }) {
    if (node !== 'Header' || keyword !== 'required') return undefined;
    const isOptional = base?.value === true && head?.value !== true;
    return isOptional
      ? { level: 'breaking', message: 'The header is no longer always there.' }
      : { level: 'additive', message: 'The header is always there now.' };
  },
};
