import { nameOf, wentFrom } from '../describe.js';
import type { Fact } from '../fact.js';
import { asList } from '../json.js';
import { brokenBy } from '../strength.js';
import { quoted } from '../wording.js';
import { enumWords } from './enum-values.js';
import { requiredWords } from './required.js';
import type { Judgement, Rule } from './rule.js';

const CLOSING = ['additionalProperties', 'unevaluatedProperties'];
const COMBINATORS = ['allOf', 'anyOf', 'oneOf'];

/** Values of another type. */
export const schemaType: Rule = {
  name: 'schema-type-changed',
  advice: 'Keep the type; add a field of the other type beside it.',
  judge: (fact) => (fact.keyword === 'type' ? broken(fact) : undefined),
};

/** One schema more or less of those of which one, or all, have to hold. */
export const combinator: Rule = {
  name: 'schema-combinator-changed',
  advice: 'Go on taking what was taken in requests; in answers, let a field of its own carry what is new.',
  judge: (fact) => (fact.kind !== 'modified' && COMBINATORS.includes(fact.room ?? '') ? broken(fact) : undefined),
};

/** Bounds, formats, patterns, and schemas of what is inside. */
export const constraint: Rule = {
  name: 'schema-constraint-changed',
  advice: 'Leave the bound as it is, or add a field with the other bound.',
  judge: (fact) => (fact.room === 'properties' ? undefined : broken(fact)),
};

/** What a schema allows has changed, and nobody minds. */
export const widened: Rule = {
  name: 'modified',
  advice: '',
  judge(fact) {
    const isSaid = fact.node === 'Schema' && ['type', 'enum', 'required'].includes(fact.keyword ?? '');
    return isSaid ? { level: 'additive', message: words(fact) } : undefined;
  },
};

function broken(fact: Fact): Judgement | undefined {
  const uses = brokenBy(fact);
  return uses.length > 0 ? { level: 'breaking', message: words(fact), uses } : undefined;
}

/** What a schema allows now. */
function words(fact: Fact): string {
  const { node, kind, keyword = '', room = '', base, head } = fact;
  if (keyword === 'enum') return enumWords(fact);
  if (keyword === 'required') return requiredWords(fact);
  if (keyword === 'type') {
    const types = (value: Parameters<typeof quoted>[0]) =>
      value === undefined ? 'of any type' : `\`${asList(value).join(' | ')}\``;
    return `It is ${types(head?.value)} now; it was ${types(base?.value)}.`;
  }
  if (node === 'Alternative')
    return `${nameOf(fact)} was ${kind === 'added' ? 'added to' : 'removed from'} what it can be.`;
  if (node === 'Choice') return `That it is one of these was ${kind}: ${fact.label}.`;
  if (room === 'allOf') return `${nameOf(fact)} was ${kind} as a part that has to hold.`;
  if (kind !== 'modified') return `${quoted(room)} was ${kind}.`;
  // A closed object may be written with another keyword than the canonical one.
  const asWritten = (head ?? base)?.written.at(-1) ?? keyword;
  return wentFrom(quoted(CLOSING.includes(keyword) ? asWritten : keyword), base?.value, head?.value);
}
