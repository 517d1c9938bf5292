/** How many tokens the parts of a text have, by what they are made of. The first kind that fits counts. */
const KINDS = {
  // Common words are one token, with the blank before them.
  word: { pattern: ' ?[a-zA-Z]{1,8}(?![a-zA-Z])', tokens: () => 1 },
  longWord: { pattern: ' ?[a-zA-Z]+', tokens: (length: number) => Math.ceil(length / 5) },
  // A blank before a number is a token in some places.
  number: { pattern: ' ?\\d+', tokens: (length: number) => Math.ceil(length / 3) + 0.5 },
  space: { pattern: '\\s+', tokens: () => 1 },
  // Latin letters with marks, Greek, Cyrillic.
  european: { pattern: '[\\u00c0-\\u024f\\u0370-\\u052f]+', tokens: (length: number) => Math.ceil(length / 3) },
  // Hebrew and Arabic.
  semitic: { pattern: '[\\u0590-\\u06ff]+', tokens: (length: number) => Math.ceil(length / 2) },
  // A sign that is repeated is a few tokens.
  sign: { pattern: ' ?(?<run>[!-~])\\k<run>*', tokens: (length: number) => Math.ceil(length / 4) },
  other: { pattern: '.', tokens: () => 1 },
} as const;

const PARTS = new RegExp(
  Object.entries(KINDS)
    .map(([name, { pattern }]) => `(?<${name}>${pattern})`)
    .join('|'),
  'gsu',
);

/**
 * About how many tokens a text has for a language model, and seldom fewer. A real tokenizer is right for one model only, and
 * installs 30 MB; the tests hold this against one in several languages.
 */
export function countTokens(text: string): number {
  let count = 0;
  for (const { 0: part, groups = {} } of text.matchAll(PARTS)) {
    for (const [name, { tokens }] of Object.entries(KINDS)) {
      if (groups[name] === undefined) continue;
      count += tokens(part.length);
      break;
    }
  }
  return Math.ceil(count);
}
