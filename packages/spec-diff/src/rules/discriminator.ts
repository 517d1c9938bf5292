import type { Fact } from '../fact.js';
import type { Json } from '../json.js';
import { quoted } from '../wording.js';
import type { Judgement, Rule } from './rule.js';

/** What tells the members of a choice apart. Whoever reads or writes that field is lost when it changes. */
export const discriminator: Rule = {
  name: 'discriminator-changed',
  advice: 'Keep the field and its values; add values for new members.',
  judge(fact) {
    if (fact.node === 'Discriminator') return ofField(fact);
    return fact.node === 'DiscriminatorMapping' ? ofValue(fact) : undefined;
  },
};

function ofField({ kind, keyword, base, head }: Fact): Judgement | undefined {
  if (kind === 'added') return { level: 'additive', message: 'A discriminator was added.' };
  if (kind === 'removed') return { level: 'breaking', message: 'The discriminator was removed.' };
  if (keyword === 'defaultMapping') return ofDefault(base?.value, head?.value);
  if (keyword !== 'propertyName') return undefined;
  const [before, after] = [quoted(base?.value), quoted(head?.value)];
  return { level: 'breaking', message: `The field that tells the members apart was ${before} and is ${after}.` };
}

function ofDefault(before: Json | undefined, after: Json | undefined): Judgement {
  const name = '`defaultMapping`';
  if (before === undefined) return { level: 'additive', message: `Values that are not named stand for ${name} now.` };
  const happened = after === undefined ? 'is gone' : `went from ${schemaName(before)} to ${schemaName(after)}`;
  return { level: 'breaking', message: `What values that are not named stand for, ${name}, ${happened}.` };
}

function ofValue({ keyword, base, head }: Fact): Judgement {
  const name = quoted(keyword);
  if (base?.value === undefined) return { level: 'additive', message: `The discriminator also knows ${name}.` };
  const happened = head?.value === undefined ? 'is gone' : 'stands for another schema';
  return { level: 'breaking', message: `The discriminator's ${name} ${happened}.` };
}

function schemaName(reference: Json): string {
  return quoted(String(reference).split('/').at(-1));
}
