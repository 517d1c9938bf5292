import type { Fact } from '../fact.js';
import { quoted } from '../wording.js';
import type { Judgement, Rule } from './rule.js';

/** What tells the members of a choice apart. Whoever reads or writes that field is lost when it changes. */
export const discriminator: Rule = {
  name: 'discriminator-changed',
  advice: 'Keep the field and its values; add values for new members.',
  judge(fact) {
    if (fact.node === 'Discriminator') return ofField(fact);
    const isMapped = fact.node === 'DiscriminatorMapping' || (fact.head ?? fact.base)?.path.includes('mapping');
    return isMapped && ((fact.head ?? fact.base)?.path.includes('discriminator') ?? false) ? ofValue(fact) : undefined;
  },
};

function ofField({ kind, keyword, base, head }: Fact): Judgement | undefined {
  if (kind === 'added') return { level: 'additive', message: 'A discriminator was added.' };
  if (kind === 'removed') return { level: 'breaking', message: 'The discriminator was removed.' };
  if (keyword !== 'propertyName') return undefined;
  const [before, after] = [quoted(base?.value), quoted(head?.value)];
  return { level: 'breaking', message: `The field that tells the members apart was ${before} and is ${after}.` };
}

function ofValue({ kind, keyword, base, head }: Fact): Judgement {
  const name = quoted((base ?? head)?.path.at(-1));
  const isNew = kind === 'added' || (kind === 'modified' && keyword !== 'key' && base?.value === undefined);
  if (isNew) return { level: 'additive', message: `The discriminator also knows ${quoted(head?.path.at(-1))}.` };
  if (keyword === 'key') {
    return { level: 'breaking', message: `The discriminator's ${quoted(base?.value)} became ${quoted(head?.value)}.` };
  }
  const happened = kind === 'removed' || head?.value === undefined ? 'is gone' : 'stands for another schema';
  return { level: 'breaking', message: `The discriminator's ${name} ${happened}.` };
}
