/** What a query asks for, apart from how it is searched. */
export interface Query {
  /** The more of them a page has, the better. */
  readonly words: readonly string[];
  /** Words that must stand one after the other. */
  readonly phrases: readonly string[];
  /** Words and phrases that must not occur. */
  readonly excluded: readonly string[];
  readonly conditions: readonly Condition[];
}

/** One operator with its value; with `negated`, what it says must not hold. */
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

/** Operators whose value goes on until the next operator, and what they say of each word. */
const OPEN_ENDED: Readonly<Record<string, 'inurl' | 'intitle'>> = { allinurl: 'inurl', allintitle: 'intitle' };

/** A minus sign, an operator, and a phrase or a word: each of them may be missing, but not all. */
const PART =
  /(-)?(?:(site|filetype|inurl|allinurl|intitle|allintitle|related|imagesize|larger):)?(?:"([^"]*)(?:"|$)|(\S+))/giy;

/** Reads the search operators; whatever is none of them is a word, so that no text is refused. */
export function parseQuery(text: string): Query {
  const words: string[] = [];
  const phrases: string[] = [];
  const excluded: string[] = [];
  const conditions: Condition[] = [];
  let open: 'inurl' | 'intitle' | undefined;
  for (const { negated, operator, value, quoted } of partsOf(text)) {
    if (operator !== undefined) {
      open = negated ? undefined : OPEN_ENDED[operator];
      const condition = conditionOf(operator, value, negated);
      if (condition) conditions.push(condition);
      // An operator that says nothing is a word like others.
      else if (!negated) words.push(operator, value);
    } else if (negated) {
      open = undefined;
      excluded.push(value);
    } else if (open) {
      if (hasWord(value)) conditions.push({ operator: open, value, negated: false });
    } else if (quoted) phrases.push(value);
    else words.push(value);
  }
  return {
    words: words.filter(hasWord),
    phrases: phrases.filter(hasWord),
    excluded: excluded.filter(hasWord),
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
  // Word processors turn quotation marks into these, and people copy from them.
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
