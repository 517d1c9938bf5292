import { countWordTokens } from './word-tokens.js';

/** A kind of text, and how many tokens a part of that kind has at most. */
interface Kind {
  readonly pattern: string;
  readonly count: (part: string) => number;
}

/** Every tokenizer falls back to bytes for what it does not know. */
function countBytes(part: string): number {
  let bytes = 0;
  for (const char of part) {
    const code = char.codePointAt(0) ?? 0;
    bytes += code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
  }
  return bytes;
}

/** A share of the bytes, for scripts whose common letters all tokenizers know. */
const bytesOf =
  (share: number) =>
  (part: string): number =>
    countBytes(part) * share;

/** The letters that all tokenizers know, apart from Latin ones. */
const COMMON_LETTERS =
  '\\u0391-\\u03c9\\u0410-\\u044f\\u05d0-\\u05ea\\u0620-\\u064a\\u0900-\\u097f\\u0e00-\\u0e7f\\u3040-\\u30ff';

/** What a text is made of. The first kind that fits counts. */
const KINDS = {
  // Base64, hexadecimal numbers and ids: nothing in them is a word.
  encoded: {
    pattern: ' ?(?=[a-zA-Z]{0,40}\\d{1,40}[a-zA-Z])[a-zA-Z\\d]{8,}',
    count: (part) => part.length * 0.95,
  },
  capitals: { pattern: ' ?[A-Z]{2,}(?![a-z])', count: (part) => 0.4 + part.trimStart().length * 0.6 },
  word: { pattern: ' ?[A-Z]?[a-z]+| ?[A-Z]', count: countWordTokens },
  // Some tokenizers count each digit, and the blank before a number.
  number: { pattern: ' ?\\d+', count: (part) => part.length },
  // A blank belongs to the word after it, and more of them are a token each.
  space: { pattern: '[ \\t\\n\\r\\f\\v]', count: () => 1 },
  line: { pattern: '(?<run>[-=_*#~.])\\k<run>{15,}', count: (part) => part.length / 4 },
  sign: { pattern: '[!-~]', count: () => 1 },
  kana: { pattern: '[\\u3040-\\u30ff]+', count: bytesOf(0.75) },
  cyrillic: { pattern: '[\\u0410-\\u044f]+', count: bytesOf(0.8) },
  greek: { pattern: '[\\u0391-\\u03c9]+', count: bytesOf(0.75) },
  semitic: { pattern: '[\\u05d0-\\u05ea\\u0620-\\u064a]+', count: bytesOf(0.8) },
  thai: { pattern: '[\\u0e00-\\u0e7f]+', count: bytesOf(0.75) },
  devanagari: { pattern: '[\\u0900-\\u097f]+', count: bytesOf(0.85) },
  // One tokenizer brings letters into their compatible form, which may be longer.
  other: {
    pattern: `[^\\0-\\x7f${COMMON_LETTERS}]+|[^\\0-\\x7f]`,
    count: (part) => Math.max(countBytes(part), countBytes(part.normalize('NFKC'))),
  },
  control: { pattern: '.', count: () => 1 },
} as const satisfies Readonly<Record<string, Kind>>;

const PARTS = new RegExp(
  Object.entries(KINDS)
    .map(([name, { pattern }]) => `(?<${name}>${pattern})`)
    .join('|'),
  'gsu',
);

/**
 * About how many tokens a text has for the language model that needs most of them, and never far fewer. A real tokenizer is
 * right for one model only, and installs up to 30 MB.
 */
export function countTokens(text: string): number {
  let count = 0;
  for (const { 0: part, groups = {} } of text.matchAll(PARTS)) {
    for (const [name, kind] of Object.entries(KINDS)) {
      if (groups[name] === undefined) continue;
      count += kind.count(part);
      break;
    }
  }
  return Math.ceil(count);
}
