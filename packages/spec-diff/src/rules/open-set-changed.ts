import type { Difference } from '../difference.js';
import { SCHEMA } from '../id-pattern.js';
import { asList } from '../json.js';
import { describeChange } from '../keywords/keywords.js';
import { listChange } from '../keywords/strictness.js';
import { text } from '../text.js';
import { listed, quoted } from '../wording.js';
import { forbiddenChanged } from './forbidden-changed.js';
import type { Finding, Rule } from './rule.js';

const KEYWORD = 'x-extensible-enum';

/**
 * Whoever reads a response was told to let unknown values of an open set pass, so new ones break nothing, and neither does
 * a value that is no longer named. Of requests, the service does not know what to do with a value that it does not name.
 */
export const openSetChanged: Rule = {
  name: 'open-set-changed',
  about: { parts: ['Schema'], kinds: ['modified'], keywords: ['enum', KEYWORD] },
  yieldsTo: [forbiddenChanged],
  ids: [`${SCHEMA}-open-set-{added,removed,value-removed,value-changed}`],
  advice: 'Go on accepting the value, and mark it as deprecated in the description.',
  docs: {
    finds: 'The known values of an open set changed, or a set was opened or closed.',
    example: {
      of: 'request',
      id: 'request-body-open-set-value-removed',
      before: '{ type: string, x-extensible-enum: [small, large] }',
      after: '{ type: string, x-extensible-enum: [small] }',
    },
  },
  judge(difference) {
    const { keyword, before, after } = difference;
    const isOpen = [before, after].every((side) => side?.ancestors[0]?.[KEYWORD] !== undefined);
    if (keyword === 'enum')
      return isOpen ? { level: 'additive', text: text`Values of an open set changed.` } : undefined;
    if (before?.value === undefined || after?.value === undefined) return ofOpening(difference);
    const { added, removed } = listChange(before.value, after.value);
    const message = describeChange(KEYWORD, before.value, after.value);
    const senders = usesIn(difference, 'request');
    if (removed.length > 0 && senders.length > 0) return { level: 'breaking', text: message, uses: senders };
    return { level: added.length + removed.length > 0 ? 'additive' : 'neutral', text: message };
  },
};

/** The closed set that becomes an open one, or the other way round. */
function ofOpening(difference: Difference): Finding {
  const { before, after } = difference;
  const isOpened = after?.value !== undefined;
  const closed = (isOpened ? before : after)?.ancestors[0]?.enum;
  const names = listed(asList(after?.value ?? before?.value));
  if (closed === undefined) {
    const message = isOpened
      ? text`The values ${names} are named as known ones.`
      : text`${quoted(KEYWORD)} was removed.`;
    return { level: 'additive', text: message };
  }
  if (isOpened) {
    const readers = usesIn(difference, 'response');
    const message = text`The closed set ${listed(asList(closed))} is open now: other values are possible.`;
    return readers.length > 0
      ? { level: 'warning', text: message, uses: readers }
      : { level: 'additive', text: message };
  }
  const senders = usesIn(difference, 'request');
  const message = text`The open set ${names} is closed now: the value is one of ${listed(asList(closed))}.`;
  return senders.length > 0
    ? { level: 'breaking', text: message, uses: senders }
    : { level: 'additive', text: message };
}

function usesIn({ uses }: Difference, direction: 'request' | 'response') {
  return uses.filter((use) => use.direction === direction && use.polarity === 1 && !use.isCovered);
}
