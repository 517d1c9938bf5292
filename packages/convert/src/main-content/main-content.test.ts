import { describe, expect, it } from 'vitest';
import { convertToParts } from '../../test/convert-to-parts.js';

const LONG = 'The harbour master keeps a log of every boat that comes in, and of every boat that leaves again. '.repeat(
  20,
);
const SHORT = '<h2>Install</h2><p>Install it by hand, and start it again when it rains.</p>';
const CONTENTS = '<ul><li><a href="#a">What it is</a></li><li><a href="#b">How to use it</a></li></ul>';

async function documentOf(html: string) {
  const body = new TextEncoder().encode(html);
  const options = { formats: ['markdown' as const, 'links' as const] };
  return (await convertToParts({ url: 'https://site.example/', contentType: 'text/html', body, options })).document;
}

async function markdownOf(html: string): Promise<string> {
  return (await documentOf(html)).markdown ?? '';
}

describe('a part much shorter than the one beside it is kept', () => {
  it.each([
    [
      'in what the page marks',
      `<main><section><h1>Title</h1><p>${LONG}</p></section><section>${SHORT}</section></main>`,
    ],
    ['where the title stands elsewhere', `<h1>Title</h1><main><div><p>${LONG}</p></div><div>${SHORT}</div></main>`],
    ['before it', `<main><p>Install it.</p><div><p>${LONG}</p></div></main>`],
    ['when it is code', `<div><p>${LONG}</p></div><div><h2>Use</h2><pre>npm run Install</pre></div>`],
    ['under a heading of its own', `<body><div><p>${LONG}</p></div><div>${SHORT}</div></body>`],
  ])('%s', async (_, html) => {
    const markdown = await markdownOf(html);
    expect(markdown).toContain('Install');
    expect(markdown).toContain('harbour');
  });
});

describe('what stands beside the content is left out', () => {
  it.each([
    [
      'a list of links in what the page marks',
      `<main><div>${CONTENTS}</div><div><h1>Title</h1><p>${LONG}</p></div></main>`,
    ],
    [
      'a few words in a page that marks nothing',
      `<body><div>Welcome back, whoever you are</div><div><p>${LONG}</p></div></body>`,
    ],
  ])('%s', async (_, html) => {
    expect(await markdownOf(html)).not.toMatch(/How to use it|Welcome/);
  });
});

describe('a section that is named after its heading is kept', () => {
  const PAGE = '<h1>Quickstart</h1><p>This page gives a good introduction, and assumes that all is installed.</p>';
  const PROSE = '<p>If an answer contains any, you can quickly get at them as is shown here.</p>';

  it.each([
    ['cookies', '<section id="working-with-cookies"><h2>Working with cookies<a href="#x">¶</a></h2>'],
    ['related', '<section id="related-objects"><span id="related"></span><h2>Related objects</h2>'],
    ['skip', '<div class="section" id="skip-and-xfail"><h2>4.2. Skip and xfail</h2>'],
    ['navigation', '<section id="navigation"><div><div><h2>Navigation</h2></div></div>'],
    ['a suffix', '<section id="cookies-1"><h3>Cookies</h3>'],
    ['comments', '<section id="comments"><h2>Comments</h2>'],
    ['no spaces', '<section id="SidebarWidget"><h2>SidebarWidget</h2>'],
  ])('%s', async (_, start) => {
    expect(await markdownOf(`<main>${PAGE}${start}${PROSE}</div></section><p>${LONG}</p></main>`)).toContain(
      'get at them',
    );
  });

  it.each([
    ['what leads elsewhere', `<div id="related-posts"><h2>Related posts</h2>${CONTENTS}</div>`],
    ['what its class names', `<div id="newsletter" class="signup"><h2>Newsletter</h2>${PROSE}</div>`],
    ['what is named otherwise than its heading', `<div id="sidebar"><h2>About the author</h2>${PROSE}</div>`],
  ])('but not %s', async (_, part) => {
    const markdown = await markdownOf(`<body><div>${PAGE}<p>${LONG}</p></div>${part}</body>`);
    expect(markdown).toContain('harbour');
    expect(markdown).not.toMatch(/How to use it|get at them/);
  });
});

describe('links at the end of what the page marks', () => {
  const links = (text: string) =>
    `<ul><li><a href="/a">${text} about sailing</a></li><li><a href="/b">${text} 2</a></li></ul>`;

  it.each([
    ['of an index', `<main><h1>Guides</h1><p>All guides of the harbour, by name.</p>${links('Guide')}</main>`],
    [
      'under a heading',
      `<main><h1>Law</h1><p>${LONG}</p><section id="next-steps"><h2>Next steps</h2>${links('Guide')}</section></main>`,
    ],
    [
      'below an introduction in a box',
      `<main><div><h1>Guides</h1><p>${LONG}</p></div><div>${links('Guide')}</div></main>`,
    ],
    [
      'of downloads',
      `<article><h1>Guide</h1><p>${LONG}</p><p><a href="/a">Guide for Linux</a></p><p><a href="/b">Guide for Windows</a></p></article>`,
    ],
    [
      'after a colon',
      `<main><h1>Law</h1><p>${LONG}</p><p>For the full text see:</p><p><a href="/a">The Guide</a></p></main>`,
    ],
  ])('are kept: %s', async (_, html) => {
    expect((await markdownOf(html)).match(/\[[^\]]*Guide/g)?.length).toBe(
      (html.match(/<a [^>]*>[^<]*Guide/g) ?? []).length,
    );
  });

  it.each([
    ['by a class', `<div class="prev-next-links">${links('Guide')}</div>`],
    ['by an id', `<div id="relatedLinks">${links('Guide')}</div>`],
    ['by a label', `<div aria-label="Pagination">${links('Guide')}</div>`],
    ['by what is in it', `<div><div class="pagination">${links('Guide')}</div></div>`],
    ['by what its links are', '<p><a rel="prev" href="/a">Guide 1</a> <a rel="next" href="/b">Guide 3</a></p>'],
  ])('are left out when they are named %s', async (_, part) => {
    expect(await markdownOf(`<main><h1>Title</h1><p>${LONG}</p>${part}</main>`)).not.toContain('Guide');
  });
});

describe('a list of links is content', () => {
  const LINKS = '<ul><li><a href="/start">Getting started</a></li><li><a href="/api">Reference</a></li></ul>';
  const MEMBERS = Array.from(
    { length: 40 },
    (_, row) => `<tr><td><a href="/${row}">name${row}</a></td><td>x</td></tr>`,
  );

  it.each([
    ['after a heading', `<h1>Docs</h1>${LINKS}`],
    ['after a sentence', `<p>Here are the guides of this project:</p>${LINKS}`],
    ['after a heading in a text', `<h1>Docs</h1><p>${LONG}</p><h2>More</h2>${LINKS}`],
    [
      'with its sentence in a box',
      `<div><h1>Docs</h1></div><div><div><p>All the guides are here.</p></div><div>${LINKS}</div></div>`,
    ],
    ['in sections', `<h1>Docs</h1><div><h2>Guides</h2>${LINKS}</div><div><h2>More</h2>${LINKS}</div>`],
    [
      'of definitions',
      '<h1>Manual</h1><p>Copyright 2000</p><dl><dt><a href="/start">1. Start</a></dt><dd><dl><dt><a href="/api">1.1 API</a></dt></dl></dd></dl>',
    ],
    [
      'in a table',
      `<p>This is the complete list of members.</p><table>${MEMBERS.join('')}<tr><td><a href="/start">a</a></td><td><a href="/api">b</a></td></tr></table>`,
    ],
  ])('%s', async (_, html) => {
    const { markdown, links } = await documentOf(`<body>${html}</body>`);
    expect(markdown).toContain('(https://site.example/start)');
    expect(markdown).toContain('(https://site.example/api)');
    expect(links).toEqual(expect.arrayContaining(['https://site.example/start', 'https://site.example/api']));
  });
});

it('a heading and a sentence stay with the code below them', async () => {
  const code = '<div><pre>npm install harbour\nnpm run harbour -- --watch every boat that comes in</pre></div>';
  const box = `<div class="step"><h2>Use it</h2><p>Run it so.</p>${code}</div>`;
  expect(await markdownOf(`<body>${box}</body>`)).toMatch(/^## Use it\n\nRun it so.\n\n```/);
  expect(await markdownOf(`<body><p>Run it so.</p>${code}</body>`)).toMatch(/^Run it so.\n\n```/);
});

describe('the heading that names the page is kept', () => {
  const text = `<div><div><p>${LONG}</p></div></div>`;

  it.each([
    ['beside the article', '', `<div><h1>The title</h1></div><div><article><p>${LONG}</p></article></div>`],
    ['of the second level', '<title>The title - A site</title>', `<div><h2>The title</h2></div>${text}`],
    [
      'in the header of the site',
      '<meta property="og:title" content="The title">',
      `<header><h2>The title</h2></header>${text}`,
    ],
    ['with a link in it', '', `<div><h1><a href="/">Harbour</a> The title</h1></div>${text}`],
  ])('%s', async (_, head, body) => {
    const markdown = await markdownOf(`<html><head>${head}</head><body>${body}</body></html>`);
    expect(markdown).toMatch(/^#{1,2} .*The title\n\nThe harbour/);
  });

  it('and not the name of the site before it', async () => {
    const head = '<title>The title | My harbour</title>';
    const page = `<div><h1>My harbour</h1></div><div><article><h2>The title</h2><p>${LONG}</p></article></div>`;
    expect(await markdownOf(`<head>${head}</head><body>${page}</body>`)).toMatch(/^## The title/);
  });
});

describe('links', () => {
  it('are those of the page without the frame of its site, with those within the page', async () => {
    const { links } = await documentOf(
      `<nav><a href="/home">Home</a></nav><main><h1>T</h1><p>${LONG}<a href="#part">part</a> <a href="/b#c">b</a></p></main>
       <div class="related"><a href="/story">Another story</a></div><ul style="display:none"><li><a href="/more">More</a></ul>
       <a href="#">Up</a><footer><a href="/legal">Legal</a></footer>`,
    );
    const paths = ['#part', 'b#c', 'story', 'more'];
    expect(links).toEqual(paths.map((path) => `https://site.example/${path}`));
  });

  it('are those of frames', async () => {
    const page =
      '<frameset><frame src="toc.html" name="Contents"><frame src="main.html"><noframes>None</noframes></frameset>';
    const { markdown, links } = await documentOf(page);
    expect(links).toEqual(['https://site.example/toc.html', 'https://site.example/main.html']);
    expect(markdown).toBe(
      '[Contents](https://site.example/toc.html)  \n[site.example](https://site.example/main.html)',
    );
  });
});

describe('notes beside the text that it refers to are its footnotes', () => {
  const text = `<h1>Title</h1><p>${LONG}</p><p>Boats leave<sup><a id="r1" href="#n1">1</a></sup> at noon.</p><p>${LONG}</p>`;
  it.each([
    ['an aside', '<aside class="side"><p id="n1"><a href="#r1">1</a> In summer.</p><p>Buy a boat.</p></aside>'],
    ['a list', '<div><ol><li id="n1">In summer.</li><li id="n2">Buy a boat.</li></ol></div>'],
    ['a section', '<section role="doc-endnotes"><ol><li id="n1">In summer. <a href="#r1">↩</a></li></ol></section>'],
    [
      'a table',
      '<div><table><tr id="n1"><td><a href="#r1">1</a></td><td>In summer.</td></tr><tr><td></td><td>Buy a boat.</td></tr></table></div>',
    ],
  ])('%s', async (_, notes) => {
    const markdown = await markdownOf(`<main><article>${text}</article></main>${notes}`);
    expect(markdown).toContain('leave[^1] at noon');
    expect(markdown).toMatch(/\n\n\[\^1\]: In summer\.$/);
    expect(markdown).not.toContain('Buy');
  });

  it('unless the options exclude them', async () => {
    const html = `<main><article>${text}</article></main><aside class="side"><p id="n1"><a href="#r1">1</a> In summer.</p></aside>`;
    const body = new TextEncoder().encode(html);
    const options = { formats: ['markdown' as const], excludeTags: ['.side'] };
    const { document } = await convertToParts({
      url: 'https://site.example/',
      contentType: 'text/html',
      body,
      options,
    });
    expect(document.markdown).not.toContain('summer');
  });
});

it('a quote of a forum names its author, without the portrait', async () => {
  const quote =
    '<aside class="quote" data-username="sam"><div class="title"><div class="quote-controls"></div><img class="avatar" src="/a.png" alt=""> sam:</div><blockquote><p>The pier is closed.</p></blockquote></aside>';
  for (const html of [`${quote}<p>${LONG}</p>`, `<p>${LONG}</p>${quote}<p>${LONG}</p>`]) {
    const markdown = await markdownOf(`<main><h1>Title</h1>${html}</main>`);
    expect(markdown).toContain('sam:\n\n> The pier is closed.');
    expect(markdown).not.toContain('a.png');
  }
});

it('keeps each column of a layout that has tables', async () => {
  const table = (first: string) =>
    `<b>${first}</b><table><tr><th>Key</th><td>${first} one line of it</td></tr><tr><th>Other</th><td>To the next line of all</td></tr></table>`;
  const cell = (...tables: string[]) => `<td>${tables.map(table).join('')}</td>`;
  const html = `<title>Keys</title><h1>Keys</h1><table><tr>${cell('Files', 'Editing', 'Search')}${cell('Moving')}</tr></table>`;
  const markdown = await markdownOf(html);
  for (const first of ['Files', 'Editing', 'Search', 'Moving']) expect(markdown).toContain(`${first} one line`);
});

describe('what opens over a page', () => {
  const dialog = (attributes: string, html: string) => `<div role="dialog" ${attributes}>${html}</div>`;

  it('is its content where it holds the text and nothing to answer by', async () => {
    const page = (html: string) =>
      `<div><a href="/">Home</a></div><div><div>${dialog('aria-label="Post"', html)}</div></div><div>Example Inc.</div>`;
    expect(await markdownOf(page(`<p>${LONG}</p>`))).toContain('keeps a log');
    expect(await markdownOf(page(`<p>${LONG}</p><button>Accept</button>`))).not.toContain('keeps a log');
  });

  it('is left out between paragraphs where it says that it is closed', async () => {
    const article = (attributes: string) =>
      `<article><h1>Title</h1><p>${LONG}</p>${dialog(attributes, '<p>This is a window of the player.</p>')}<p>${LONG}</p></article>`;
    expect(await markdownOf(article('aria-hidden="true"'))).not.toContain('window of the player');
    expect(await markdownOf(article(''))).toContain('window of the player');
  });
});
