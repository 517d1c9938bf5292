import { inflectionsOf, significantWords } from './inflections.js';
import type { Query, TextCondition } from './query.js';
import { ftsPhrase } from './words.js';

/** What must stand on a page, in the query language of the full-text index. */
export interface WordExpressions {
  /** Pages with all of the words; undefined when the query has none. */
  readonly all: string | undefined;
  /** Pages with any of them, if that says more. */
  readonly any: string | undefined;
  /** Pages that are left out; undefined when there are none. */
  readonly none: string | undefined;
}

/** The columns of an index that hold the address and the title. */
export interface IndexColumns {
  readonly inurl: string;
  readonly intitle: string;
}

/** The words of a query as expressions; `also` are expressions that must hold besides. */
export function wordExpressions(query: Query, columns: IndexColumns, also: readonly string[] = []): WordExpressions {
  const required = [...query.phrases.map(ftsPhrase), ...also];
  const excluded = query.excluded.map(ftsPhrase);
  for (const condition of query.conditions) {
    if (!isInColumn(condition)) continue;
    const expression = `{${columns[condition.operator]}} : ${ftsPhrase(condition.value)}`;
    (condition.negated ? excluded : required).push(expression);
  }
  const different = new Set(query.words.map((word) => word.toLowerCase()));
  const words = significantWords([...different]).map((word) => oneOf([word, ...inflectionsOf(word)].map(ftsPhrase)));
  return {
    all: [...required, ...words].join(' AND ') || undefined,
    any: words.length > 1 ? [...required, oneOf(words)].join(' AND ') : undefined,
    none: excluded.join(' OR ') || undefined,
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
