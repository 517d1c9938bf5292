import { describe, expect, it } from 'vitest';
import { convertToParts } from '../../test/convert-to-parts.js';

const TEXT = Array.from(
  { length: 6 },
  (_, day) =>
    `<p>On day ${day} the harbour master wrote into his log every boat that came in, and every boat that left.</p>`,
);
const HEAD = '<title>The log - Harbour News</title><meta property="og:type" content="article">';

async function markdownOf(body: string, head = HEAD): Promise<string> {
  const html = new TextEncoder().encode(`<html><head>${head}</head><body>${body}</body></html>`);
  const page = { url: 'https://site.example/log', contentType: 'text/html', body: html, options: {} };
  return (await convertToParts(page)).document.markdown ?? '';
}

/** An article with parts before, between and after its paragraphs. */
function article({ before = '', between = '', after = '', outside = '' }): string {
  const [first, ...others] = TEXT;
  return `<div><div class="x1"><h1>The log</h1>${before}<div class="x2">${first}${between}${others.join('')}${after}</div></div>${outside}</div>`;
}

const BARE = await markdownOf(article({}));

it.each([
  ['a button in a sentence', { between: '<p>Press <button>Save</button> to go on.</p>' }, 'Press Save to go on.'],
  [
    'the button of a heading',
    { between: '<h3><button>What does it cost?</button></h3><p>Nothing.</p>' },
    '### What does',
  ],
  [
    'a paragraph that is one short link',
    { between: '<p><a href="/log.pdf">Download the log</a></p>' },
    '[Download the log]',
  ],
  [
    'a paragraph that is one long link',
    { between: '<p><a href="/log.pdf">Download the whole log of the last year</a></p>' },
    '[Download the whole log',
  ],
  ['such a paragraph at the end', { after: '<p><a href="/log.pdf">Download the log</a></p>' }, '[Download the log]'],
])('keeps %s', async (_, parts, words) => {
  expect(await markdownOf(article(parts))).toContain(words);
});

it('keeps a button and a link that follow a paragraph of the content', async () => {
  const markdown = await markdownOf(
    `<main>${TEXT.join('')}<button>Book a ticket</button></main>`,
    '<title>Log</title>',
  );
  expect(markdown).toMatch(/Book a ticket$/);
  const link = '<p><a href="/log">See the log</a></p>';
  expect(await markdownOf(`<h1>Log</h1>${TEXT[0]}${link}`, '<title>Log</title>')).toMatch(/\[See the log\]\(\S+\)$/);
});

it.each([
  ['right after a paragraph', '<button>Book a ticket</button>'],
  ['after a list', '<ul><li>Only at the pier</li></ul><button>Book a ticket</button>'],
  ['alone in a box after a paragraph', '<div><button>Book a ticket</button></div>'],
])('keeps a button of the content that stands %s', async (_, button) => {
  const inMain = `<main><div><h1>Log</h1>${TEXT.join('')}${button}</div></main>`;
  expect(await markdownOf(inMain, '<title>Log</title>')).toMatch(/Book a ticket$/);
});

it('leaves out the button that copies code', async () => {
  const code = '<div><button>Copy</button><pre>npm start</pre></div><pre>npm test</pre><button>Copy</button>';
  expect(await markdownOf(`<main><h1>Log</h1>${TEXT.join('')}${code}</main>`, '<title>Log</title>')).not.toMatch(
    'Copy',
  );
});

it('keeps the title and all paragraphs', () => {
  expect(BARE.split('\n\n')).toEqual(['# The log', ...TEXT.map((text) => text.replace(/<\/?p>/g, ''))]);
});

const links = (...names: string[]) =>
  names.map((name) => `<li><a href="/${name}">Another ${name} story</a></li>`).join('');

describe('an article is left alone by', () => {
  it.each<[name: string, parts: Parameters<typeof article>[0], last?: string]>([
    [
      'a long byline',
      { before: '<p>Von Jonte Petersen und Ann Lee aus Husum | Veröffentlicht am 9. Oktober 2026, 14:05</p>' },
    ],
    ['bylines', { before: '<div>By <a href="/ann">Ann Lee</a></div><p>March 3, 2026 at 10:15 am</p>' }],
    ['categories', { before: '<ul><li><a href="/sea">Sea</a></li><li><a href="/news">News</a></li></ul>' }],
    ['teasers between paragraphs', { between: `<ul>${links('first', 'second')}</ul>` }],
    [
      'a link to another article',
      { between: '<p><b><a href="/storm">Storm damages the northern pier again</a></b></p>' },
    ],
    [
      'networks',
      { after: '<p>Follow us on <a href="//f.example">Facebook</a> and <a href="//t.example">Twitter</a>.</p>' },
    ],
    [
      'what opens over a link in a sentence, with a link to the page itself',
      {
        after:
          '<p>The master <span><a href="/master">Ole</a><span><a href="/master">Ole Olsen</a> <a href="/log">The log</a></span></span>.</p>',
      },
      'The master [Ole](https://site.example/master).',
    ],
    [
      'what opens over a link in a sentence',
      {
        after: `<p>On the last day <a href="/ann">Ann Lee</a><span class="x9"><i><img src="/ann.png" alt=""><a href="/ann">Ann Lee</a><a href="/storm">Storm damages the northern pier</a> <a href="/ann">All</a></i></span> closed it.</p>`,
      },
      'On the last day [Ann Lee](https://site.example/ann) closed it.',
    ],
    [
      'a form for letters whose field has no type',
      {
        between:
          '<div class="x9"><h4></h4><div>Let our log meet your inbox. All boats of the day, on each weekday morning.</div><form><input name="emailAddress"><button>Go</button></form><p>We keep it.</p></div>',
      },
    ],
    [
      'sections with the titles of other articles between paragraphs',
      { between: `<section class="c-related"><h3>Related</h3><ul>${links('first', 'second')}</ul></section>` },
    ],
    [
      'a list at its end whose items all have links to other articles',
      {
        after:
          '<hr><div>More great stories</div><ul><li>The boats of the north must wait, <a href="/a">says the harbour master</a></li><li>All ferries of the whole spring and of the summer stay at the pier, <a href="/b">for a reason</a></li></ul>',
      },
    ],
    [
      'a button that is still loading',
      {
        after:
          '<p>Filed under: <a href="/sea">Sea</a></p><div class="sharedaddy"><h3>Like this:</h3><div>Like Loading...</div></div>',
      },
      'Filed under: [Sea](https://site.example/sea)',
    ],
    [
      'microdata for machines',
      {
        outside:
          '<span class="hidden"><span itemprop="image" itemscope><span itemprop="url">https://site.example/pictures/2026/10/the-pier-in-the-evening.jpg</span> <span itemprop="height">1200</span></span></span>',
      },
    ],
    [
      'a long line of names',
      {
        before:
          '<div class="byline-section"><div>Lisa Petersen and Trevor J. Mitchell Northern Harbour Log Leader</div></div>',
      },
    ],
    ['a list of other articles', { after: `<h3>More on this story</h3><ul>${links('first', 'second')}</ul>` }],
    [
      'teasers with sentences',
      {
        outside: `<div><h2>You may also like</h2><div><h3><a href="/a">A</a></h3><p>A ship that was long believed to be lost has come back to us.</p></div></div>`,
      },
    ],
    [
      'a box behind it',
      { outside: '<div class="b"><p>This box tells every reader of all pages what this site is all about.</p></div>' },
    ],
    [
      'authors',
      {
        outside:
          '<div class="author-bio"><p>Ann Lee has written about boats and harbours for more than ten years.</p></div>',
      },
    ],
    [
      'comments',
      {
        outside:
          '<div class="comments"><p>I have seen that boat myself, and it was not as large as you say it was.</p></div>',
      },
    ],
    ['dates in other words', { before: '<span class="d">sexta-feira, 22 de outubro de 2026 às 20:13</span>' }],
    ['a place and a date', { before: '<p>Husum Bureau | Updated : 19 November 2026, 09:01 AM</p>' }],
    ['a category and a date', { before: '<label>Harbours November 20, 2026 13:42</label>' }],
    ['its first words, said twice', { before: `<p class="lead">${TEXT[3]?.replace(/<.*?>/g, '')}</p>` }],
    [
      'a request for letters',
      {
        after:
          '<p><em>We’d like to hear what you think about this or any of our articles. Here are <a href="/t">tips</a>.</em></p>',
      },
    ],
    [
      'the articles before and after it',
      {
        outside:
          '<div class="grid next-prev"><div class="prev"><a href="/a"><h5>A ship is back</a></h5><p>A ship that was long believed to be lost has come back to the harbour of Husum.</p></div></div>',
      },
    ],
    ['German labels', { after: `<h3>Das könnte Sie auch interessieren</h3><ul>${links('first', 'second')}</ul>` }],
    ['Chinese labels', { after: `<h3>相关阅读</h3><ul>${links('first', 'second')}</ul>` }],
    ['Arabic labels', { after: `<h3>مواضيع ذات صلة</h3><ul>${links('first', 'second')}</ul>` }],
  ])('%s', async (_, parts, last) => {
    expect(await markdownOf(article(parts))).toBe([BARE, ...(last === undefined ? [] : [last])].join('\n\n'));
  });

  it('the text of other articles on the same page', async () => {
    const others = [1, 2, 3].map(
      (id) => `<article><h2><a href="/${id}">Other ${id}</a></h2><p>${'It is another text. '.repeat(9)}</p></article>`,
    );
    expect(await markdownOf(`<article><h1>The log</h1>${TEXT.join('')}</article>${others.join('')}`)).toBe(BARE);
  });
});

describe('of an article stays', () => {
  it.each<[name: string, parts: Parameters<typeof article>[0], kept: string]>([
    ['the sentence below its title', { before: '<h2>What comes in, and what leaves again</h2>' }, '## What comes in'],
    [
      'a figure with its caption',
      { before: '<figure><img src="/b.jpg" alt="b"><figcaption>The boat</figcaption></figure>' },
      'The boat',
    ],
    [
      'a first sentence with many links',
      {
        before:
          '<p><a href="/ann">Ann Lee of Husum</a> was elected by the <a href="/c">council of all harbours</a>.</p>',
      },
      'was elected by the',
    ],
    [
      'a post of a social network',
      {
        between:
          '<div class="social-media-embed"><blockquote><p>The boat is back!</p>— Ann (@ann) <a href="https://t.example/1">May 4, 2026</a></blockquote></div>',
      },
      'The boat is back!',
    ],
    [
      'what a class hides until it is asked for',
      { between: '<div class="hidden"><p>Only eleven boats came in.</p></div>' },
      'Only eleven boats came in.',
    ],
    [
      'what a class hides on small screens',
      { between: '<div class="hidden md:block">Only eleven boats came in.</div>' },
      'Only eleven boats came in.',
    ],
    ['a short last line', { after: '<p>So it was.</p>' }, 'So it was.'],
    [
      'a short last line below a box',
      { after: `<div><p>${'It came in. '.repeat(9)}</p></div><p>So it was.</p>` },
      'So it was.',
    ],
    [
      'a list of links to other sites',
      { between: `<ul><li><a href="https://a.example/">The boat itself</a></li></ul>` },
      '[The boat itself]',
    ],
    ['links after a colon', { between: `<p>Read the log of:</p><ul>${links('first')}</ul>` }, '[Another first story]'],
    ['links below a heading', { after: `<h2>Sources</h2><ul>${links('first')}</ul>` }, '[Another first story]'],
    ['code', { after: '<div class="code"><pre>log --all</pre></div>' }, 'log --all'],
    ['a table', { after: '<div><table><tr><th>Boat</th></tr><tr><td>Ann</td></tr></table></div>' }, '| Ann |'],
    [
      'the time of a change between the paragraphs',
      { between: '<p><i>Updated at 1:23 p.m.</i></p>' },
      'Updated at 1:23 p.m.',
    ],
    [
      'what is announced as related between them',
      { between: '<p>Related: <a href="/storm">Storm damages pier</a></p>' },
      'Storm damages pier',
    ],
    [
      'a request between them',
      { between: '<p>Sign up for our newsletter and get the log delivered to your inbox every day.</p>' },
      'Sign up for our newsletter',
    ],
    [
      'what a person wrote at the end of the text, whatever its class is',
      { after: '<div class="author-bio"><p>Ann Lee has written about boats and harbours for ten years.</p></div>' },
      'Ann Lee has written',
    ],
    [
      'a section on newsletters',
      {
        between:
          '<h2>Newsletters</h2><p>Before there were newsletters, the harbour master read his log to all who came.</p>',
      },
      'Before there were newsletters',
    ],
  ])('%s', async (_, parts, kept) => {
    const markdown = await markdownOf(article(parts));
    expect(markdown).toContain(kept);
    expect(markdown).toContain('On day 5');
  });
});

describe('of a picture in an article', () => {
  const IMAGE = '![Boats in the harbour of Husum](https://site.example/b.jpg)';
  const image = '<img src="/b.jpg" alt="Boats in the harbour of Husum">';
  const markdown = async (figure: string) =>
    (await markdownOf(article({ between: figure }))).split('\n\n').slice(2, -5);

  it('a caption that its alternative text says as well is left out', async () => {
    expect(await markdown(`<figure>${image}<figcaption>Boats in the harbour</figcaption></figure>`)).toEqual([IMAGE]);
  });

  it.each<[name: string, figure: string, kept: string[]]>([
    [
      'a caption',
      `<figure>${image}<figcaption>Ann Lee waits for the storm.</figcaption></figure>`,
      [IMAGE, 'Ann Lee waits for the storm.'],
    ],
    [
      'a caption that begins as its alternative text',
      `<figure>${image}<figcaption>Boats in the harbour of Husum wait for the storm.</figcaption></figure>`,
      [IMAGE, 'Boats in the harbour of Husum wait for the storm.'],
    ],
    [
      'a caption with the name of an agency',
      `<figure>${image}<figcaption><p>A picture of the office of Reuters in Husum</p></figcaption></figure>`,
      [IMAGE, 'A picture of the office of Reuters in Husum'],
    ],
  ])('%s stays', async (_, figure, kept) => {
    expect(await markdown(figure)).toEqual(kept);
  });

  it('a caption stays when its picture does not', async () => {
    const standIn = '<img src="data:image/gif;base64,R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw==">';
    for (const figure of [
      `<figure>${standIn}<figcaption>All boats of the day</figcaption></figure>`,
      '<div class="image"><div class="lazy"></div><div class="caption">All boats of the day</div></div>',
    ]) {
      expect((await markdown(figure)).join(' ')).toContain('All boats of the day');
    }
  });

  it('captions of tables, code, frames and drawings stay', async () => {
    for (const shown of [
      '<table><tr><th>Boat</th></tr><tr><td>Ann</td></tr></table>',
      '<pre>log --all</pre>',
      '<iframe src="https://v.example/1"></iframe>',
      '<svg viewBox="0 0 640 480"></svg>',
    ]) {
      for (const figure of [
        `<figure>${shown}<figcaption>All boats of the day</figcaption></figure>`,
        `<div class="caption">All boats of the day</div>${shown}`,
      ]) {
        expect(await markdown(figure)).toContain('All boats of the day');
      }
    }
    const quote = '<figure><p>What a day</p><figcaption>Ann Lee, at night</figcaption></figure>';
    expect(await markdown(quote)).toEqual(['What a day', 'Ann Lee, at night']);
  });
});

it('of pages that are no articles, all of that stays', async () => {
  const after = `<h3>More on this story</h3><p>Sign up for our newsletter.</p><h2>Related topics</h2><p>These are all.</p>`;
  const body = article({ after: `<p>Updated at 1:23 p.m.</p>${after}` });
  for (const head of [
    '',
    `${HEAD}<meta name="generator" content="phpBB">`,
    `${HEAD}<meta name="generator" content="MediaWiki 1.39">`,
  ]) {
    const markdown = await markdownOf(body, head);
    for (const kept of ['Updated at', 'More on this story', 'our newsletter', 'These are all'])
      expect(markdown).toContain(kept);
  }
});

it('comments are the content of a discussion', async () => {
  const body = `<h1>The log</h1><div class="comments">${TEXT.join('')}</div>`;
  expect(await markdownOf(body, '<meta name="generator" content="Discourse 3.2">')).toContain('On day 3');
});

it('a page of documentation that is marked as an article keeps its lists of links', async () => {
  const index = `<ul><li>boil<ul>${links('first', 'second')}</ul></li></ul>`;
  const marked = (date: string) =>
    `<div role="main" itemscope itemtype="http://schema.org/Article"><h1>Index</h1>${date}${TEXT.join('')}${index}<ul>${links('third')}</ul></div>`;
  for (const name of ['first', 'second', 'third']) {
    expect(await markdownOf(marked(''), '')).toContain(`[Another ${name} story]`);
  }
  const dated = await markdownOf(marked('<time itemprop="datePublished">2026-03-01</time>'), '');
  expect(dated).not.toContain('[Another third story]');
});

const AUTHOR = '<meta name="author" content="Ann Lee">';
const ABOUT =
  '<div class="x4"><img src="/a.png"><div>About Ann Lee</div><p>She has written about harbours for eleven years, and lives beside one.</p></div>';
const share = (url: string) =>
  `<li><a href="https://feeds.example/share?u=${encodeURIComponent(url)}&t=Log">Feeds</a></li>`;

it.each([
  ['who wrote it, in a box that begins with the name of its author', { outside: ABOUT }, HEAD + AUTHOR],
  [
    'who wrote it, by the name in its microdata',
    { before: '<p>By <b itemprop="author">Ann Lee</b></p>', outside: ABOUT },
    HEAD,
  ],
  ['links that hand its address to other sites', { between: `<ul>${share('https://site.example/log')}</ul>` }, HEAD],
  [
    'links that hand the address that it calls its own to other sites',
    { between: `<div><b>Tell others</b><ul>${share('https://own.example/log/1')}</ul></div>` },
    `${HEAD}<link rel="canonical" href="https://own.example/log/1">`,
  ],
  [
    'links to other pages of the site that it calls its own',
    { between: '<div><a href="https://own.example/tides">The other log of the same harbour</a></div>' },
    `${HEAD}<link rel="canonical" href="https://own.example/log/1">`,
  ],
  ['its tags', { after: '<p>It is about <a rel="tag" href="/boats">boats</a>, among others.</p>' }, HEAD],
])('an article is without %s', async (_, parts, head) => {
  expect(await markdownOf(article(parts), head)).toBe(BARE);
});

it.each([
  [
    'a sentence beside a form',
    { between: `<div><p>${'So it was written down. '.repeat(3)}</p><form><input type="email"></form></div>` },
    'So it was written down.',
  ],
  [
    'a link to another site',
    { between: '<ul><li><a href="https://feeds.example/boats?u=log">All boats of the harbour</a></li></ul>' },
    'All boats',
  ],
  [
    'a text that names its author',
    { after: '<p>Ann Lee saw all of them from her window, and wrote about each.</p>' },
    'her window',
  ],
])('an article keeps %s', async (_, parts, words) => {
  expect(await markdownOf(article(parts), HEAD + AUTHOR)).toContain(words);
});

it('keeps the first paragraph of a text that says it again', async () => {
  const refrain = '<p>All boats come home in the end, says the harbour master, whatever the wind says about it.</p>';
  const markdown = await markdownOf(`<h1>The log</h1><div>${refrain}${TEXT.join('')}${refrain}</div>`);
  expect(markdown.match(/All boats come home/g)).toHaveLength(2);
});
