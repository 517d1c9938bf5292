import { SENT } from '../id-pattern.js';
import { listChange } from '../keywords/strictness.js';
import { requiredMessage } from '../required-message.js';
import { brokenUses } from '../strictness.js';
import { text } from '../text.js';
import { quoted } from '../wording.js';
import { forbiddenChanged } from './forbidden-changed.js';
import type { Rule } from './rule.js';

export const requiredPropertiesAdded: Rule = {
  name: 'required-properties-added',
  about: { parts: ['Schema'], kinds: ['added', 'modified'], keywords: ['required'], parentKeywords: ['properties'] },
  yieldsTo: [forbiddenChanged],
  ids: [`${SENT}property-{became-required,required-changed}`, `${SENT}required-property-added`],
  advice: 'Let the field be optional, and give it a default.',
  docs: {
    finds: 'Requests have to send a field.',
    example: {
      of: 'request',
      id: 'request-property-became-required',
      before: '{ type: object, properties: { a: { type: string } } }',
      after: '{ type: object, required: [a], properties: { a: { type: string } } }',
    },
  },
  judge(difference) {
    const { kind, isRequired, before, after } = difference;
    if (kind === 'removed' || (kind === 'added' && !isRequired)) return undefined;
    const isMore = kind === 'added' || listChange(before?.value, after?.value).added.length > 0;
    if (!isMore) return undefined;
    const broken = brokenUses(difference, kind === 'added' ? 'stricter' : undefined).filter(
      ({ direction }) => direction !== 'response',
    );
    if (broken.length === 0) return undefined;
    const message =
      kind === 'added'
        ? text`The field ${quoted(after?.usePath.at(-1))} was added, and it is required.`
        : requiredMessage(difference);
    return { level: 'breaking', text: message, uses: broken };
  },
};
