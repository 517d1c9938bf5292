import type { Fact } from '../fact.js';
import { asList } from '../json.js';
import { brokenBy } from '../strength.js';
import { gainsAndLosses, listed } from '../wording.js';
import type { Judgement, Rule } from './rule.js';

/** Values that requests may have no longer. */
export const enumRemoved: Rule = {
  name: 'enum-values-removed',
  advice: 'Go on taking the value, and mark it as deprecated in the description.',
  judge: (fact) => ofValues(fact, (direction) => direction !== 'response'),
};

/** Values that answers did not have: nobody has code for them. */
export const enumAdded: Rule = {
  name: 'enum-values-added',
  advice: 'Open the set first (`x-extensible-enum`), so that callers let unknown values pass.',
  judge: (fact) => ofValues(fact, () => true),
};

function ofValues(fact: Fact, isMine: (direction: string) => boolean): Judgement | undefined {
  if (fact.node !== 'Schema' || fact.keyword !== 'enum') return undefined;
  const broken = brokenBy(fact);
  if (!broken.some(({ direction }) => isMine(direction))) return undefined;
  return { level: 'breaking', message: enumWords(fact), uses: broken };
}

/** Which values came and went. */
export function enumWords({ base, head }: Pick<Fact, 'base' | 'head'>): string {
  const [before, after] = [base?.value, head?.value];
  if (before === undefined) return `Only ${listed(asList(after), 'or')} can stand here now.`;
  if (after === undefined) return `Other values than ${listed(asList(before), 'and')} can stand here now.`;
  const { gained, lost } = gainsAndLosses(before, after);
  const sentences = [
    ...(gained.length > 0 ? [`gained ${listed(gained)}`] : []),
    ...(lost.length > 0 ? [`lost ${listed(lost)}`] : []),
  ];
  return `The values ${sentences.join(' and ')}.`;
}
