import type { Fact } from '../fact.js';
import { brokenBy } from '../strength.js';
import { gainsAndLosses, listed } from '../wording.js';
import type { Judgement, Rule } from './rule.js';

/** Fields that have to be sent. */
export const requiredAdded: Rule = {
  name: 'required-properties-added',
  advice: 'Let the field be optional, and give it a default.',
  judge: (fact) => ofRequired(fact, (direction) => direction !== 'response'),
};

/** Fields that no longer come with every answer. */
export const requiredRemoved: Rule = {
  name: 'required-properties-removed',
  advice: 'Go on sending the field, empty if need be.',
  judge: (fact) => ofRequired(fact, () => true),
};

function ofRequired(fact: Fact, isMine: (direction: string) => boolean): Judgement | undefined {
  if (fact.node !== 'Schema' || fact.keyword !== 'required') return undefined;
  const broken = brokenBy(fact);
  if (!broken.some(({ direction }) => isMine(direction))) return undefined;
  return { level: 'breaking', message: requiredWords(fact), uses: broken };
}

/** Which fields are required now, and which are no longer. */
export function requiredWords({ base, head }: Pick<Fact, 'base' | 'head'>): string {
  const { gained, lost } = gainsAndLosses(base?.value, head?.value);
  const are = (names: readonly unknown[]) => (names.length === 1 ? 'is' : 'are');
  const sentences = [
    ...(gained.length > 0 ? [`${listed(gained)} ${are(gained)} required now.`] : []),
    ...(lost.length > 0 ? [`${listed(lost)} ${are(lost)} no longer required.`] : []),
  ];
  return sentences.join(' ');
}
