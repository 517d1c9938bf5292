import type { Difference, Side } from '../difference.js';
import { SCHEMA } from '../id-pattern.js';
import { asList } from '../json.js';
import { type Text, text } from '../text.js';
import { transition } from '../wording.js';
import type { Finding, Rule } from './rule.js';

/** Around a default stand the schema of its field, the fields, and the object that has these. */
const OBJECT_OF_FIELD = 2;

export const defaultChanged: Rule = {
  name: 'default-changed',
  about: { parts: ['Schema'], kinds: ['modified'], keywords: ['default'] },
  ids: [`${SCHEMA}-default-{added,removed,changed}`],
  advice: 'Keep the default. Programs that want the other value can send it.',
  docs: {
    finds: 'Requests that leave a field or a parameter out are treated in another way.',
    example: {
      of: 'request',
      id: 'request-body-default-changed',
      before: '{ type: integer, default: 5 }',
      after: '{ type: integer, default: 10 }',
    },
  },
  judge: (difference) => judgeDefault(difference, text`The default`),
};

/** A default has no effect in a response, nor on a value that is always sent. */
export function judgeDefault(difference: Difference, name: Text): Finding {
  const { before, after, uses } = difference;
  const message = transition(name, before?.value, after?.value);
  const senders = uses.filter(({ direction, isAlwaysSent }) => direction === 'request' && !isAlwaysSent);
  if (senders.length === 0) return { level: becameOptional(difference) ? 'additive' : 'neutral', text: message };
  // A first default of a field promises what was not known before. An optional parameter had no effect so far where it
  // was left out.
  const affected = before?.value === undefined ? senders.filter(({ isInParameter }) => isInParameter) : senders;
  if (affected.length === 0) return { level: 'additive', text: message, uses: senders };
  return { level: 'warning', text: message, uses: affected };
}

/** Whether requests had to have the field so far, and can leave it to its default now. */
function becameOptional({ before, after, uses }: Difference): boolean {
  return uses.some(({ direction }) => direction === 'request') && isRequiredIn(before) && !isRequiredIn(after);
}

/** Whether the object that names the field requires it. */
function isRequiredIn(side: Side | undefined): boolean {
  const [name] = side?.path.slice(-2) ?? [];
  const object = side?.ancestors[OBJECT_OF_FIELD];
  return asList(object?.required).some((each) => each === name);
}
