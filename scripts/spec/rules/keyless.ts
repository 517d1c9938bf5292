import { isObject } from '../json.js';
import type { Rule } from './rule.js';

/** A call that needed no key. Redocly notices, and has no word for it. */
export const keyless: Rule = {
  name: 'key-became-required',
  advice: 'Go on answering calls without a key, if only a few of them.',
  judge({ node, kind, base }) {
    const isOpen = isObject(base?.value) && Object.keys(base.value).length === 0;
    if (node !== 'SecurityRequirement' || kind !== 'removed' || !isOpen) return undefined;
    return { level: 'breaking', message: 'Calls without a key are no longer taken.' };
  },
};
