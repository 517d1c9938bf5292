import { quoted } from '../wording.js';
import type { Rule } from './rule.js';

const DEFAULTS: Record<string, string> = { default: 'default', 'x-default-in-lockdown': 'default in lockdown' };

/**
 * What happens when a request leaves a field out. Another default is another behaviour for everybody who relied on it,
 * and so is none: nobody knows any longer what will happen. In an answer a default is a word about the field.
 */
export const defaultValue: Rule = {
  name: 'default-changed',
  advice: 'Keep the default. Who wants the other value can send it.',
  judge({ node, keyword = '', base, head, uses }) {
    const name = Object.hasOwn(DEFAULTS, keyword) ? DEFAULTS[keyword] : undefined;
    if (node !== 'Schema' || name === undefined) return undefined;
    const message = `The ${name} went from ${quoted(base?.value)} to ${quoted(head?.value)}.`;
    const asked = uses.filter(({ direction }) => direction === 'request');
    if (asked.length === 0) return { level: 'docs', message };
    // So far nothing was promised.
    if (base?.value === undefined) return { level: 'additive', message, uses: asked };
    return { level: 'breaking', message, uses: asked };
  },
};
