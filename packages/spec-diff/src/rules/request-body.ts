import { isObject } from '../json.js';
import type { Rule } from './rule.js';

/** A body that has to be sent where there was none. */
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

/** A body that could be left out. */
export const requestBodyRequired: Rule = {
  name: 'request-body-became-required',
  advice: 'Let the body stay optional, and give what is missing a default.',
  judge({ node, keyword, head, uses }) {
    if (node !== 'RequestBody' || keyword !== 'required' || head?.value !== true) return undefined;
    const isSent = uses.some(({ direction }) => direction === 'request');
    return isSent ? { level: 'breaking', message: 'The body has to be sent now.' } : undefined;
  },
};
