import { quoted } from '../wording.js';
import type { Rule } from './rule.js';

/** The media types that a part of a form may have. */
export const partContentType: Rule = {
  name: 'part-content-type-changed',
  advice: 'Go on taking the media types that the part had.',
  judge({ node, keyword, base, head, uses }) {
    if (node !== 'Encoding' || keyword !== 'contentType') return undefined;
    const types = (value: unknown) =>
      String(value)
        .split(',')
        .map((type) => type.trim());
    const [before, after] = [base?.value, head?.value];
    const [old, now] = [types(before), types(after)];
    const message = `The media type of the part ${quoted(head?.path.at(-2))} went from ${quoted(before)} to ${quoted(after)}.`;
    const broken = uses.filter(({ direction }) =>
      direction === 'request' ? !old.every((type) => now.includes(type)) : !now.every((type) => old.includes(type)),
    );
    return broken.length > 0 ? { level: 'breaking', message, uses: broken } : { level: 'additive', message };
  },
};
