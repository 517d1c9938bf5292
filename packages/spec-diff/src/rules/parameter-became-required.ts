import { SENT } from '../id-pattern.js';
import { isObject } from '../json.js';
import { nameOf } from '../names.js';
import { text } from '../text.js';
import type { Rule } from './rule.js';

export const parameterBecameRequired: Rule = {
  name: 'parameter-became-required',
  about: {
    parts: ['Parameter'],
    kinds: ['added', 'modified'],
    keywords: ['required'],
    parentKeywords: ['parameters'],
  },
  ids: [`${SENT}parameter-became-required`, `${SENT}required-parameter-added`],
  advice: 'Let the parameter stay optional, and give it a default.',
  docs: {
    finds: 'A parameter has to be sent.',
    example: {
      of: 'operation',
      id: 'request-parameter-became-required',
      before: '{ parameters: [{ name: q, in: query, schema: { type: string } }] }',
      after: '{ parameters: [{ name: q, in: query, required: true, schema: { type: string } }] }',
    },
  },
  judge(difference) {
    const { kind, after } = difference;
    if (kind === 'added') {
      const isRequired = isObject(after?.value) && after.value.required === true;
      return isRequired ? { level: 'breaking', text: text`${nameOf(difference)} has to be sent now.` } : undefined;
    }
    return after?.value === true
      ? { level: 'breaking', text: text`The parameter has to be sent now.` }
      : { level: 'additive', text: text`The parameter need not be sent any longer.` };
  },
};
