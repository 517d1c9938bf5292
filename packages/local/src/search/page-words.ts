import { inflectionsOf, significantWords } from './inflections.js';
import type { Query, TextCondition } from './query.js';
import { ftsPhrase } from './words.js';

/** Conditions on the words of a page, in the query language of the full-text index. */
export interface WordExpressions {
  /** Pages with all of the words; undefined when the query has none. */
  readonly all: string | undefined;
  /** Pages with any of the words; undefined when there are fewer than two. */
  readonly any: string | undefined;
  /** Pages to exclude; undefined when the query excludes nothing. */
  readonly none: string | undefined;
}

/** The columns of an index that hold the address and the title. */
export interface IndexColumns {
  readonly inurl: string;
  readonly intitle: string;
}

/** Turns the words of a query into expressions; `also` holds further required expressions. */
export function wordExpressions(query: Query, columns: IndexColumns, also: readonly string[] = []): WordExpressions {
  const requiredTerms = [...query.phrases.map(ftsPhrase), ...also];
  const excludedTerms = query.excluded.map(ftsPhrase);
  for (const condition of query.conditions) {
    if (!isInColumn(condition)) continue;
    const expression = `{${columns[condition.operator]}} : ${ftsPhrase(condition.value)}`;
    (condition.negated ? excludedTerms : requiredTerms).push(expression);
  }
  const unique = new Set(query.words.map((word) => word.toLowerCase()));
  const words = significantWords([...unique]).map((word) => oneOf([word, ...inflectionsOf(word)].map(ftsPhrase)));
  return {
    all: [...requiredTerms, ...words].join(' AND ') || undefined,
    any: words.length > 1 ? [...requiredTerms, oneOf(words)].join(' AND ') : undefined,
    none: excludedTerms.join(' OR ') || undefined,
  };
}

export function oneOf(expressions: readonly string[]): string {
  return expressions.length === 1 ? (expressions[0] ?? '') : `(${expressions.join(' OR ')})`;
}

function isInColumn(
  condition: Query['conditions'][number],
): condition is TextCondition & { readonly operator: keyof IndexColumns } {
  return condition.operator === 'inurl' || condition.operator === 'intitle';
}
