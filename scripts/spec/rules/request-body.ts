import { isObject } from '../json.js';
import type { Rule } from './rule.js';

/** A body that has to be sent where there was none. Redocly minds only when a body that was there becomes required. */
export const requestBody: Rule = {
  name: 'required-body-added',
  advice: 'Let the body be optional, and give what is missing a default.',
  judge({ node, kind, head, uses }) {
    if (node !== 'RequestBody' || kind !== 'added') return undefined;
    const isRequired = isObject(head?.value) && head.value.required === true;
    const isSent = uses.some(({ direction }) => direction === 'request');
    if (isRequired && isSent) return { level: 'breaking', message: 'A body has to be sent now.' };
    return { level: 'additive', message: 'A body may be sent now.' };
  },
};
