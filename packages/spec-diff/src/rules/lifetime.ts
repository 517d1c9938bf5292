import { quoted } from '../wording.js';
import type { Rule } from './rule.js';

/** How long a temporary URL can be used. Who stores it for as long as was promised finds it dead. */
export const lifetime: Rule = {
  name: 'lifetime-changed',
  advice: 'Keep the URLs alive for as long as was promised.',
  judge({ keyword, base, head }) {
    if (keyword !== 'x-expires-after-ms') return undefined;
    const [before, after] = [base?.value, head?.value];
    const message = `Its URLs live for ${quoted(after)} ms; it was ${quoted(before)}.`;
    // Without a limit it lived for ever, as far as anybody was told.
    const isShorter = Number(after ?? Infinity) < Number(before ?? Infinity);
    return { level: isShorter ? 'breaking' : 'additive', message };
  },
};
