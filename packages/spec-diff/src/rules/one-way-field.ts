import type { Rule } from './rule.js';

const ONE_WAY: Record<string, { closes: 'request' | 'response'; word: string }> = {
  readOnly: { closes: 'request', word: 'is only read now: it may not be sent' },
  writeOnly: { closes: 'response', word: 'is only written now: it does not come back' },
};

/** A field that goes one way only from now on. */
export const oneWayField: Rule = {
  name: 'one-way-field',
  advice: 'Keep the field in both directions, or give each direction a schema of its own.',
  judge({ node, keyword = '', base, head, uses }) {
    const mark = Object.hasOwn(ONE_WAY, keyword) ? ONE_WAY[keyword] : undefined;
    if (node !== 'Schema' || !mark) return undefined;
    const name = `\`${(base ?? head)?.path.at(-2)}\``;
    if (head?.value !== true) return { level: 'additive', message: `${name} goes both ways now.` };
    const closed = uses.filter(({ direction, isCovered }) => direction === mark.closes && !isCovered);
    const message = `${name} ${mark.word}.`;
    return closed.length > 0 ? { level: 'breaking', message, uses: closed } : { level: 'additive', message };
  },
};
