import type { TermGroup, WordSearch } from '../store/search-store.js';
import { inflectionsOf, significantWords } from './inflections.js';
import type { Query, TextCondition } from './query.js';

/** The words of a query; `related` are further groups of words of which a page needs one each. */
export function wordSearch(query: Query, related: readonly TermGroup[] = []): WordSearch {
  const required: TermGroup[] = [...query.phrases.map((text) => [{ text }]), ...related];
  const excluded = query.excluded.map((text): TermGroup[number] => ({ text }));
  for (const condition of query.conditions) {
    if (!isInField(condition)) continue;
    const term = { text: condition.value, field: FIELDS[condition.operator] };
    if (condition.negated) excluded.push(term);
    else required.push([term]);
  }
  const unique = new Set(query.words.map((word) => word.toLowerCase()));
  const words = significantWords([...unique]).map((word) => [word, ...inflectionsOf(word)].map((text) => ({ text })));
  return { required, words, excluded };
}

const FIELDS = { inurl: 'url', intitle: 'title' } as const;

function isInField(
  condition: Query['conditions'][number],
): condition is TextCondition & { readonly operator: keyof typeof FIELDS } {
  return condition.operator === 'inurl' || condition.operator === 'intitle';
}
