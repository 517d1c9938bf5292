import { type Filling, LABELS, NAMES, PIECES } from './pieces.js';

/** Paragraphs of the article, between which the pieces stand. */
const PARAGRAPHS = [
  'The kettle in our office broke in March, so the team wrote a small program that orders a new one and reports the result.',
  'It began as a joke of two people who did not want to walk down to the shop, and it took them the better part of a week.',
  'The first version asked every shop for its prices twice an hour, which two of the shops noticed and did not like at all.',
  'The second one asked once a day, at a time of the night when nobody buys a kettle, and it slept for the rest of the time.',
  'What it found was that a kettle costs the same wherever one buys it, but that it comes on the day after from only one shop.',
  'That shop has a form with eleven fields, and the program fills ten of them by itself and asks a person about the last one.',
  'Since then the kettle has been replaced three times, and each time the new one stood on the table before the tea was out.',
].map((text) => `<p>${text}</p>`);

const links = (...names: string[]) => names.map((name) => `<li><a href="/${name}">The ${name} page</a></li>`).join('');

const FRAME = {
  before: `<header class="site"><a href="/">Kettle News</a><nav><ul>${links('first', 'second', 'third')}</ul></nav></header>`,
  after: `<aside class="rail"><h3>Most read</h3><ul>${links('fourth', 'fifth', 'sixth')}</ul></aside><footer><ul>${links('legal', 'imprint')}</ul></footer>`,
};

/** What the head of a page says of it. */
const HEADS = {
  nothing: '',
  'type of Open Graph': '<meta property="og:type" content="article">',
  time: '<meta property="article:published_time" content="2026-03-03T10:00:00Z">',
  'JSON-LD':
    '<script type="application/ld+json">{"@type":"BlogPosting","headline":"Kettles","datePublished":"2026-03-03"}</script>',
};

const BYLINE = '<p class="by">By Ann Lee, March 3, 2026</p>';

/** How a page is laid out around the parts of its article. */
const LAYOUTS: Readonly<Record<string, (text: string) => string>> = {
  'main and article': (text) => `<main><article><h1>Kettles</h1>${text}</article></main>`,
  article: (text) => `<div id="page"><article><header><h1>Kettles</h1>${BYLINE}</header>${text}</article></div>`,
  main: (text) => `<main><h1>Kettles</h1>${text}</main>`,
  boxes: (text) => `<div class="wrap"><div class="post"><h1>Kettles</h1><div class="entry">${text}</div></div></div>`,
  'body of an article': (text) =>
    `<article itemscope itemtype="https://schema.org/Article"><h1>Kettles</h1><div itemprop="articleBody">${text}</div></article>`,
  'no box at all': (text) => `<h1>Kettles</h1>${BYLINE}${text}`,
  'a box for each part': (text) =>
    `<main><div class="head"><h1>Kettles</h1></div><div class="text">${text}</div></main>`,
};

export interface WrittenPage {
  readonly html: string;
  readonly pieces: readonly (Filling & { readonly kind: string; readonly place: string })[];
}

/** Makes pages of an article from a seed, with a piece before, between and after its paragraphs. */
export function* writtenPages(seed: number, pieces: number): Generator<WrittenPage> {
  const random = randomOf(seed);
  const pick = <Item>(items: readonly Item[]): Item => items[Math.floor(random() * items.length)] as Item;
  const kinds = Object.keys(PIECES);
  for (let made = 0; made < pieces; ) {
    const [headName, head] = pick(Object.entries(HEADS));
    const [layoutName, layout] = pick(Object.entries(LAYOUTS));
    const isFramed = random() < 0.5;
    const page: WrittenPage['pieces'][number][] = [];
    const piece = (place: string): string => {
      const kind = kinds[made % kinds.length] as string;
      const names = random() < 0.5 ? pick(NAMES) : `${pick(NAMES)} x${made} ${pick(NAMES)}`;
      const filling = { mark: `Zq${made.toString(36)}x`, label: pick(LABELS), names };
      page.push({ ...filling, kind, place: `${place} in ${layoutName}, head with ${headName}` });
      made++;
      return (PIECES[kind] as (filling: Filling) => string)(filling);
    };
    const isBefore = random() < 0.4;
    const isAfter = random() < 0.5;
    const between = PARAGRAPHS.flatMap((paragraph, index) =>
      index === 0 ? [paragraph] : [piece('between'), paragraph],
    );
    const text = [...(isBefore ? [piece('before')] : []), ...between, ...(isAfter ? [piece('after')] : [])].join('\n');
    const body = isFramed ? `${FRAME.before}${layout(text)}${FRAME.after}` : layout(text);
    yield {
      html: `<!doctype html><html lang="en"><head><title>Kettles</title>${head}</head><body>${body}</body></html>`,
      pieces: page,
    };
  }
}

/** Numbers from 0 to 1 that follow from the seed (mulberry32). */
function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}
