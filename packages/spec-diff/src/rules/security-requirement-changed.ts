import { isObject } from '../json.js';
import { nameOf } from '../names.js';
import { text } from '../text.js';
import { keyBecameRequired } from './key-became-required.js';
import type { Rule } from './rule.js';

/** What becomes of what the server asks for, and of what it sends with webhooks and callbacks. */
const HAPPENED = {
  asked: { removed: 'is no longer accepted', added: 'is required now' },
  sent: { removed: 'is no longer sent', added: 'may be sent instead' },
} as const;

export const securityRequirementChanged: Rule = {
  name: 'security-requirement-changed',
  about: { parts: ['SecurityRequirement'] },
  yieldsTo: [keyBecameRequired],
  ids: ['security-requirement-{added,removed}'],
  advice: 'Go on accepting the present way to authenticate beside the new one.',
  docs: {
    finds: 'A way to authenticate is no longer accepted, or authentication is required for the first time.',
    example: {
      of: 'operation',
      id: 'security-requirement-added',
      before: '{}',
      after: '{ security: [{ bearerAuth: [] }] }',
    },
  },
  judge(difference) {
    const { kind, after } = difference;
    const uses = difference.uses.filter(({ isCovered }) => !isCovered);
    const isOpen = isObject(after?.value) && Object.keys(after.value).length === 0;
    if (uses.length === 0 || isOpen) {
      return { level: 'additive', text: text`${nameOf(difference)} was ${kind}.` };
    }
    const isSent = uses.every(({ direction }) => direction === 'response');
    const happened = HAPPENED[isSent ? 'sent' : 'asked'][kind === 'removed' ? 'removed' : 'added'];
    return { level: 'breaking', text: text`${nameOf(difference)} ${happened}.`, uses };
  },
};
