import type { Difference } from '../difference.js';
import { transition } from '../wording.js';
import type { Finding, Rule } from './rule.js';

export const defaultChanged: Rule = {
  name: 'default-changed',
  about: { parts: ['Schema'], kinds: ['modified'], keywords: ['default'] },
  advice: 'Keep the default. Who wants the other value can send it.',
  docs: {
    finds: 'Requests that leave a field or a parameter out are treated in another way.',
    example: { of: 'request', before: '{ type: integer, default: 5 }', after: '{ type: integer, default: 10 }' },
  },
  judge: (difference) => judgeDefault(difference, 'The default'),
};

/** In a response, and of what is always sent, a default only describes the field. */
export function judgeDefault({ before, after, uses }: Difference, name: string): Finding {
  const message = transition(name, before?.value, after?.value);
  const senders = uses.filter(({ direction, isAlwaysSent }) => direction === 'request' && !isAlwaysSent);
  if (senders.length === 0) return { level: 'docs', message };
  // So far nothing was promised of a field; an optional parameter, however, was without effect where it was left out.
  const affected = before?.value === undefined ? senders.filter(({ isInParameter }) => isInParameter) : senders;
  if (affected.length === 0) return { level: 'additive', message, uses: senders };
  return { level: 'warning', message, uses: affected };
}
