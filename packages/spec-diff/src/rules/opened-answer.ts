import { quoted } from '../wording.js';
import type { Rule } from './rule.js';

const KEYWORDS = ['additionalProperties', 'unevaluatedProperties'];

/** An object that may have more fields from now on. Answers may always gain some: who reads one has to let them pass. */
export const openedAnswer: Rule = {
  name: 'object-opened',
  advice: '',
  judge({ node, kind, keyword = '', base, uses }) {
    const isOpened = node === 'Schema' && kind === 'modified' && KEYWORDS.includes(keyword) && base?.value === false;
    // What is forbidden below `not` is another matter.
    if (!isOpened || uses.some(({ sense }) => sense !== 1)) return undefined;
    return { level: 'additive', message: `${quoted(keyword)} is no longer \`false\`: other fields may be there.` };
  },
};
