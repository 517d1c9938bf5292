import { isObject } from '../json.js';
import { text } from '../text.js';
import type { Rule } from './rule.js';

export const keyBecameRequired: Rule = {
  name: 'key-became-required',
  about: { parts: ['SecurityRequirement'], kinds: ['removed'] },
  ids: ['security-requirement-anonymous-removed'],
  idParts: { happened: 'anonymous-removed' },
  advice: 'Go on answering requests without a key, if only a few of them.',
  docs: {
    finds: 'Requests without a key are no longer answered.',
    example: {
      of: 'operation',
      id: 'security-requirement-anonymous-removed',
      before: '{ security: [{ bearerAuth: [] }, {}] }',
      after: '{ security: [{ bearerAuth: [] }] }',
    },
  },
  judge({ before }) {
    const isOpen = isObject(before?.value) && Object.keys(before.value).length === 0;
    return isOpen ? { level: 'breaking', text: text`Requests without a key are no longer answered.` } : undefined;
  },
};
