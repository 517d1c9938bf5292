import { isObject } from '../json.js';
import { nameOf } from '../names.js';
import { text } from '../text.js';
import type { Rule } from './rule.js';

export const headerBecameRequired: Rule = {
  name: 'header-became-required',
  about: { parts: ['Header'], kinds: ['added', 'modified'], keywords: ['required'], parentKeywords: ['headers'] },
  ids: ['request-header-became-required', 'request-required-header-added'],
  advice: 'Let the header stay optional, and give it a default.',
  docs: {
    finds: 'Who sends a part of a form, or answers a webhook, has to send a header with it.',
    example: {
      of: 'operation',
      id: 'request-header-became-required',
      before:
        '{ requestBody: { content: { multipart/form-data: { encoding: { photo: { headers: { X-Size: {} } } } } } } }',
      after:
        '{ requestBody: { content: { multipart/form-data: { encoding: { photo: { headers: { X-Size: { required: true } } } } } } } }',
    },
  },
  judge(difference) {
    const { kind, before, after } = difference;
    const uses = difference.uses.filter(({ direction, isCovered }) => direction === 'request' && !isCovered);
    if (uses.length === 0) return undefined;
    if (kind === 'added') {
      const isRequired = isObject(after?.value) && after.value.required === true;
      return isRequired
        ? { level: 'breaking', text: text`${nameOf(difference)} has to be sent now.`, uses }
        : undefined;
    }
    if (after?.value === true) return { level: 'breaking', text: text`The header has to be sent now.`, uses };
    const isOnlySent = uses.length === difference.uses.length;
    return before?.value === true && isOnlySent
      ? { level: 'additive', text: text`The header need not be sent any longer.` }
      : undefined;
  },
};
