/** A parsed search query. */
export interface Query {
  /** Optional words: a page with more of them ranks higher. */
  readonly words: readonly string[];
  /** Words that must follow each other. */
  readonly phrases: readonly string[];
  /** Words and phrases that must not occur. */
  readonly excluded: readonly string[];
  readonly conditions: readonly Condition[];
}

/** A search operator with its value; with `negated` it must not match. */
export type Condition = TextCondition | ImageCondition;

export interface TextCondition {
  readonly operator: 'site' | 'filetype' | 'inurl' | 'intitle' | 'related';
  readonly value: string;
  readonly negated: boolean;
}

export interface ImageCondition {
  readonly operator: 'imagesize' | 'larger';
  readonly width: number;
  readonly height: number;
  readonly negated: boolean;
}

/** Operators whose value extends to the next operator, with the operator that applies to each of its words. */
const OPEN_ENDED: Readonly<Record<string, 'inurl' | 'intitle'>> = { allinurl: 'inurl', allintitle: 'intitle' };

/** A phrase or a word, with an optional minus sign and an optional operator. */
const PART =
  /(-)?(?:(site|filetype|inurl|allinurl|intitle|allintitle|related|imagesize|larger):)?(?:"([^"]*)(?:"|$)|(\S+))/giy;

/** Parses a query with search operators. Everything else is a word, so that no text is rejected. */
export function parseQuery(text: string): Query {
  const words: string[] = [];
  const phrases: string[] = [];
  const excludedWords: string[] = [];
  const conditions: Condition[] = [];
  let open: 'inurl' | 'intitle' | undefined;
  for (const { negated, operator, value, quoted } of partsOf(text)) {
    if (operator !== undefined) {
      open = negated ? undefined : OPEN_ENDED[operator];
      const condition = conditionOf(operator, value, negated);
      if (condition) conditions.push(condition);
      // An operator without a usable value is an ordinary word.
      else if (!negated) words.push(operator, value);
    } else if (negated) {
      open = undefined;
      excludedWords.push(value);
    } else if (open) {
      if (hasWord(value)) conditions.push({ operator: open, value, negated: false });
    } else if (quoted) phrases.push(value);
    else words.push(value);
  }
  return {
    words: words.filter(hasWord),
    phrases: phrases.filter(hasWord),
    excluded: excludedWords.filter(hasWord),
    conditions,
  };
}

interface Part {
  readonly negated: boolean;
  readonly operator: string | undefined;
  readonly value: string;
  readonly quoted: boolean;
}

function* partsOf(text: string): Generator<Part> {
  // Text copied from word processors has these quotation marks.
  const query = text.replace(/[“”„«»]/g, '"');
  const part = new RegExp(PART);
  while (part.lastIndex < query.length) {
    if (/\s/.test(query[part.lastIndex] ?? '')) {
      part.lastIndex += 1;
      continue;
    }
    const from = part.lastIndex;
    const match = part.exec(query);
    if (!match) {
      part.lastIndex = from + 1;
      continue;
    }
    const [, minus, operator, phrase, word = ''] = match;
    yield {
      negated: minus !== undefined,
      operator: operator?.toLowerCase(),
      value: (phrase ?? word).trim(),
      quoted: phrase !== undefined,
    };
  }
}

function conditionOf(operator: string, value: string, negated: boolean): Condition | undefined {
  if (operator === 'imagesize' || operator === 'larger') {
    const size = /^(\d{1,6})x(\d{1,6})$/i.exec(value);
    return size ? { operator, width: Number(size[1]), height: Number(size[2]), negated } : undefined;
  }
  if (!hasWord(value)) return undefined;
  return { operator: OPEN_ENDED[operator] ?? (operator as TextCondition['operator']), value, negated };
}

const hasWord = (value: string) => /[\p{L}\p{N}]/u.test(value);
