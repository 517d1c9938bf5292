import { quoted } from '../wording.js';
import type { Rule } from './rule.js';

/**
 * A failure that is no longer announced. Nobody's program waits for it: code that handles it is not reached any more.
 * What a success is remains a promise.
 */
export const errorStatus: Rule = {
  name: 'error-status-changed',
  advice: '',
  judge(fact) {
    if (fact.node !== 'Response') return undefined;
    const [before, after] = [fact.base?.path.at(-1), fact.head?.path.at(-1)];
    if (![before, after].every((status) => status === undefined || isFailure(status))) return undefined;
    if (fact.kind === 'removed')
      return { level: 'additive', message: `The failure ${quoted(before)} is no longer announced.` };
    if (fact.kind === 'added')
      return { level: 'additive', message: `The failure ${quoted(after)} is announced as well.` };
    return undefined;
  },
};

function isFailure(status: string): boolean {
  return status === 'default' || /^[45]/.test(status);
}
