import { describe, expect, it } from 'vitest';
import { toMarkdown } from '../convert/convert.js';

const ARTICLE = '<meta property="og:type" content="article">';

/** Sentences of a text about a ferry, each a paragraph. */
const FERRY = [
  'The old ferry left the pier of Grauhafen for the last time on Sunday, with sixty guests and a brass band on board.',
  'Her captain had crossed the sound eleven thousand times, and he counted every crossing in a small black book.',
  'From Monday on, a bridge takes the cars, and the pier belongs to the swimmers and to those who fish for herring.',
  'The ferry herself was sold to a museum, which wants to show her engine to children on the first Saturday of a month.',
  'Nobody has decided yet what becomes of the ticket booth, where three generations of the same family have worked.',
];

const paragraphs = (texts: readonly string[]) => texts.map((text) => `<p>${text}</p>`).join('');

const TOWNS = [
  'Almsted',
  'Borkby',
  'Carlsund',
  'Dunum',
  'Eckwarf',
  'Fahrholm',
  'Gamby',
  'Holtsee',
  'Ingstrup',
  'Jarplund',
];

async function markdownOf(head: string, body: string): Promise<string> {
  const html = `<html><head><title>Ferry</title>${head}</head><body>${body}</body></html>`;
  return toMarkdown(html, { url: 'https://grauhafen.example/ferry' });
}

it('keeps the one short sentence of an article, with its picture', async () => {
  const markdown = await markdownOf(
    ARTICLE,
    '<main><h1>Ferry sinks</h1><p>The night ferry sank. <img src="/ferry.jpg" alt="The ferry"></p></main>',
  );
  expect(markdown).toContain('The night ferry sank. ![The ferry](https://grauhafen.example/ferry.jpg)');
});

describe('beside a text that is short', () => {
  const news = TOWNS.map(
    (town) =>
      `<li class="item"><div><h3><a href="/${town}">A lorry lost its load near ${town}</a></h3><p>The road near ${town} was closed for some hours, because a lorry had lost a load of sand, gravel and old bricks.</p></div></li>`,
  ).join('');
  const report = `<div id="main"><h1>Bicycle stolen at the ferry</h1><p>3 May 2026, 9:40</p>${paragraphs(FERRY.slice(0, 2))}`;

  it('a longer list of other news is left out', async () => {
    const markdown = await markdownOf(ARTICLE, `${report}<ul class="stream">${news}</ul></div>`);
    expect(markdown).toContain(FERRY[1]);
    expect(markdown).not.toContain('lorry');
  });

  it('an index below one sentence is kept', async () => {
    const index = `<div><h1>News of the towns</h1>${paragraphs(FERRY.slice(0, 1))}<ul>${news}</ul></div>`;
    expect(await markdownOf(ARTICLE, index)).toContain('A lorry lost its load near Jarplund');
  });

  it('cards that are links as a whole are left out', async () => {
    const cards = TOWNS.slice(0, 4).map(
      (town) =>
        `<a href="/${town}"><div><p>In ${town} a lorry has lost a load of sand, gravel and bricks.</p></div></a>`,
    );
    const markdown = await markdownOf(ARTICLE, `${report}<div class="cards">${cards.join('')}</div></div>`);
    expect(markdown).toContain(FERRY[1]);
    expect(markdown).not.toContain('lorry');
  });
});

it('the items of a text are kept, though their headings are links', async () => {
  const items = TOWNS.map(
    (town) =>
      `<div class="item"><h2><a href="https://${town}.example/">${town}</a></h2><p>In ${town}, ${FERRY[0]}</p></div>`,
  );
  const markdown = await markdownOf(ARTICLE, `<article><h1>Ten towns</h1>${FERRY[0]}${items.join('')}</article>`);
  for (const town of TOWNS) expect(markdown).toContain(`[${town}]`);
});

describe('a page that does not say what it is', () => {
  const sidebar = `<div class="right"><div><h4>Who writes here</h4><div><p>I am a teacher, I live close to the sea, and I write on most of my evenings.</p></div></div>
    <div><h4>Archive</h4><ul><li><a href="/2025">2025</a></li><li><a href="/2024">2024</a></li></ul></div>
    <div><h4>Friends</h4><ul><li><a href="/a">Herring and rye</a></li><li><a href="/b">The lighthouse</a></li></ul></div></div>`;

  it('is an article if it has a date above its text: the sidebar of a blog is left out', async () => {
    const post = `<div class="left"><h2>The last ferry</h2><div>Posted on May 3, 2026 by Ann</div><div>${paragraphs([...FERRY, ...FERRY.map((text) => `Later: ${text}`)])}</div></div>`;
    const markdown = await markdownOf('', `<div class="cols">${post}${sidebar}</div>`);
    expect(markdown).toContain(FERRY[4]);
    expect(markdown).not.toMatch(/teacher|Archive|Herring and rye|Posted on/);
  });

  it('keeps the table, the terms and the code of its text', async () => {
    const parts = `<table><tr><th>Pier</th><th>Time</th></tr><tr><td>North</td><td>9:10</td></tr></table>
      <dl><dt>Price</dt><dd>4 crowns</dd></dl><pre>ferry --help</pre>`;
    const page = `<div><h1>The last ferry</h1><div>May 3, 2026</div>${paragraphs(FERRY)}${parts}</div>`;
    const markdown = await markdownOf('', page);
    for (const part of ['North', '4 crowns', 'ferry --help']) expect(markdown).toContain(part);
  });

  it('is a series of texts if it has many dates', async () => {
    const posts = FERRY.map((text, day) => `<div class="post"><div>May ${day + 1}, 2026</div><p>${text}</p></div>`);
    const markdown = await markdownOf('', `<h1>All ferries</h1>${posts.join('')}`);
    for (const text of FERRY) expect(markdown).toContain(text);
    expect(markdown).toContain('May 4, 2026');
  });
});

it('of an event stay its time, its place and its programme', async () => {
  const programme = '<table><tr><th>When</th><th>What</th></tr><tr><td>18:00</td><td>Brass band</td></tr></table>';
  const event = `<div class="event"><h1>Farewell of the ferry</h1><p>${FERRY[0]}</p><h2>Programme</h2>${programme}
    <ul><li>Entry is free</li><li>Bring a coat</li></ul><p>${FERRY[3]}</p></div>`;
  const others = TOWNS.map(
    (town) => `<div class="card"><h3><a href="/${town}">Market of ${town}</a></h3><p>Sunday</p></div>`,
  );
  const markdown = await markdownOf(
    ARTICLE,
    `<div>${event}<div class="grid"><h2>Other events</h2>${others.join('')}</div></div>`,
  );
  for (const part of ['Brass band', 'Entry is free', FERRY[3]]) expect(markdown).toContain(part);
  expect(markdown).not.toContain('Market of');
});

it('of a calendar stays the table', async () => {
  const rows = TOWNS.map((town, day) => `<tr><td>${day + 1} May</td><td><a href="/${town}">${town}</a></td></tr>`);
  const table = `<table><tr><th>Day</th><th>Town</th></tr>${rows.join('')}</table>`;
  const markdown = await markdownOf(ARTICLE, `<article><h1>Calendar</h1><p>${FERRY[0]}</p>${table}</article>`);
  for (const town of TOWNS) expect(markdown).toContain(`[${town}]`);
});

it('of a gallery stay all pictures with their captions', async () => {
  const figures = TOWNS.map(
    (town) =>
      `<figure><img src="/${town}.jpg" alt="Pier"><figcaption>The pier of ${town} at noon</figcaption></figure>`,
  );
  const gallery = `<div><h1>Ten piers</h1><p>${FERRY[0]}</p><div class="slides">${figures.join('')}</div></div>`;
  const markdown = await markdownOf(ARTICLE, gallery);
  for (const town of TOWNS) expect(markdown).toContain(`The pier of ${town} at noon`);
});

it.each([
  ['a contact', '<h3>Media contact</h3><p>Ann Lee speaks for the whole company.</p>', 'whole company'],
  ['notes', '<h2>Notes to editors</h2><p>The ferry has a museum of her own in Grauhafen.</p>', 'museum of her own'],
])('the last section of a release to the press stays: %s', async (_, closing, words) => {
  const markdown = await markdownOf(ARTICLE, `<article><h1>Ferry sold</h1>${paragraphs(FERRY)}${closing}</article>`);
  expect(markdown).toContain(words);
});

describe('names of a layout do not hide the text', () => {
  it.each([
    [
      'in parts made of widgets',
      FERRY.map((text) => `<div class="builder-widget text-widget"><p>${text}</p></div>`).join(''),
    ],
    [
      'in a newsletter',
      `<div class="newsletter">${paragraphs(FERRY.slice(0, 2))}</div><div class="newsletter">${paragraphs(FERRY.slice(2))}</div><div class="newsletter"><p>And so on.</p></div>`,
    ],
  ])('%s', async (_, parts) => {
    const markdown = await markdownOf(ARTICLE, `<div><h1>The last ferry</h1>${parts}</div>`);
    for (const text of FERRY) expect(markdown).toContain(text);
  });
});

it('a form in an article is left out', async () => {
  const form =
    '<form action="/ask"><h4>Ask the captain</h4><p>Write down whatever you want to know.</p><input type="email" name="q"></form>';
  const markdown = await markdownOf(
    ARTICLE,
    `<article><h1>Ferry</h1>${paragraphs(FERRY.slice(0, 3))}${form}<p>${FERRY[3]}</p></article>`,
  );
  expect(markdown).toContain(FERRY[3]);
  expect(markdown).not.toMatch(/Write down|Ask the captain/);
});

it('a text that the page contains twice is kept', async () => {
  const text = paragraphs(FERRY);
  const markdown = await markdownOf(
    ARTICLE,
    `<article><h1>Ferry</h1><div class="wide">${text}</div><div class="narrow">${text}</div></article>`,
  );
  for (const sentence of FERRY) expect(markdown).toContain(sentence);
});

it('a heading below a text that repeats its title hides nothing', async () => {
  const repeated = '<div><h3>The last ferry</h3><p>Tell us what you think of this.</p></div>';
  const head = `${ARTICLE}<meta property="og:title" content="The last ferry">`;
  const markdown = await markdownOf(head, `<main><div><div>${paragraphs(FERRY)}</div></div>${repeated}</main>`);
  for (const text of FERRY) expect(markdown).toContain(text);
});

const LEAD = 'All that happens between the towns on this coast, read by everybody who waits at the pier.';

describe('keeps parts of a text that look like boilerplate one by one', () => {
  it('sections that are named alike, and hold most of the text together', async () => {
    const sections = TOWNS.map((town, index) => `<div class="topics"><h2>${town}</h2><p>${FERRY[index % 5]}</p></div>`);
    const questions = `<div><h2>Questions</h2>${paragraphs(FERRY.slice(0, 2))}</div>`;
    const markdown = await markdownOf(ARTICLE, `<div><h1>Ferry</h1>${sections.join('')}${questions}</div>`);
    for (const town of TOWNS) expect(markdown).toContain(`## ${town}`);
  });

  it('items of a series of which only some lead to other pages of the site', async () => {
    const item = (town: string, index: number) =>
      `<div class="item"><h3><a href="${index < 4 ? 'https://other.example' : ''}/${town}">${town}</a></h3><p>${FERRY[index % 5]}</p></div>`;
    const series = TOWNS.slice(0, 8).map(item).join('');
    const markdown = await markdownOf(
      ARTICLE,
      `<article><h1>Ferry</h1>${paragraphs(FERRY)}<div>${series}</div></article>`,
    );
    for (const town of TOWNS.slice(0, 8)) expect(markdown).toContain(town);
  });

  it('paragraphs that are links as a whole, in boxes of their own', async () => {
    const [first, second] = [
      'The ferry was sold to a museum in the south.',
      'The bridge opens on the first day of May.',
    ];
    const linked = `<div><p><a href="/a"><b>${first}</b></a></p></div><div><p><b><a href="/b">${second}</a></b></p></div>`;
    const markdown = await markdownOf(
      ARTICLE,
      `<main><h1>Ferry</h1>${FERRY.map((text) => `<div><p>${text}</p></div>`).join(linked)}</main>`,
    );
    expect(markdown).toContain(first);
    expect(markdown).toContain(second);
  });

  it('the articles of a page that lists them, whatever it declares', async () => {
    const teasers = FERRY.map(
      (text, index) => `<article><h2><a href="/${index}">${TOWNS[index]}</a></h2><p>${text}</p></article>`,
    );
    const markdown = await markdownOf(
      ARTICLE,
      `<main><h1>News</h1><p>${LEAD}</p><p>${LEAD}</p><div>${teasers.join('')}</div></main>`,
    );
    for (const text of FERRY) expect(markdown).toContain(text);
  });

  it('the links that a page of documentation ends with', async () => {
    const head = '<script type="application/ld+json">{"@type": "TechArticle"}</script>';
    const links =
      '<h2>Guides</h2><div><a href="/a">How to buy a ticket for two</a><a href="/b">How to take a bicycle along</a></div>';
    expect(await markdownOf(head, `<main><h1>Ferry</h1>${paragraphs(FERRY)}${links}</main>`)).toContain(
      'How to take a bicycle',
    );
  });
});
