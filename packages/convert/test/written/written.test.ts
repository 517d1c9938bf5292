import { describe, expect, it } from 'vitest';
import { toMarkdown } from '../../src/index.js';
import { type WrittenPage, writtenPages } from './pages.js';

/** `EXPLORE=1` tries pieces that nobody has tried; what is lost then prints how it was made. */
const { EXPLORE } = process.env;
const [SEED, PIECES] = EXPLORE ? [Date.now() % 1_000_000, 20_000] : [1, 4_000];

type Piece = WrittenPage['pieces'][number];

describe('of what a person wrote in an article', () => {
  const pieces: Piece[] = [];
  const lost: Piece[] = [];
  for (const page of writtenPages(SEED, PIECES)) {
    const markdown = toMarkdown(page.html, { url: 'https://kettle.example/kettles' });
    pieces.push(...page.pieces);
    lost.push(...page.pieces.filter(({ mark }) => !markdown.includes(mark)));
  }
  const isBetween = ({ place }: Piece) => place.startsWith('between');

  it(`nothing between two paragraphs is lost (seed ${SEED})`, () => {
    expect(pieces.filter(isBetween).length).toBeGreaterThan(PIECES / 2);
    expect(lost.filter(isBetween)).toEqual([]);
  });

  // A few words alone, in a box that is named as boilerplate, may be boilerplate here.
  it(`hardly anything before the first or after the last paragraph is lost (seed ${SEED})`, () => {
    const share = lost.length / pieces.filter((piece) => !isBetween(piece)).length;
    expect(share).toBeLessThan(0.04);
  });
});
