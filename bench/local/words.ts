/** Words of a made-up language, of which some are common and most are rare, as in any natural text. */
const SYLLABLES = [
  'ka',
  'lo',
  'mi',
  'ren',
  'sta',
  'tur',
  'ne',
  'vo',
  'shi',
  'bel',
  'dra',
  'po',
  'gan',
  'ul',
  'fe',
  'zor',
];
const VOCABULARY = 50_000;

/** The word with this rank, of which 0 is the most common. */
export function word(rank: number): string {
  let rest = rank;
  let text = '';
  do {
    text += SYLLABLES[rest % SYLLABLES.length];
    rest = Math.floor(rest / SYLLABLES.length);
  } while (rest > 0);
  return text;
}

/** Numbers from 0 to 1 that are the same in every run. */
function randomNumbers(seed: number): () => number {
  let state = (seed + 1) * 0x9e3779b9;
  return () => {
    state = Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) + 0x6d2b79f5;
    const mixed = Math.imul(state ^ (state >>> 12), 0x297a2d39);
    return ((mixed ^ (mixed >>> 15)) >>> 0) / 2 ** 32;
  };
}

/** Text by Zipf's law: a word is half as frequent as one of half its rank. The same seed gives the same text. */
export function prose(seed: number, count: number): string {
  const random = randomNumbers(seed);
  // The inverse of the distribution whose density falls with one over the rank.
  const words = Array.from({ length: count }, () => word(Math.floor(VOCABULARY ** random()) - 1));
  return `${words.join(' ')}.`;
}
