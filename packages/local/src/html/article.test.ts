import { describe, expect, it } from 'vitest';
import { convert } from '../convert/convert.js';

const TEXT = Array.from(
  { length: 6 },
  (_, day) =>
    `<p>On day ${day} the harbour master wrote into his log every boat that came in, and every boat that left.</p>`,
);
const HEAD = '<title>The log - Harbour News</title><meta property="og:type" content="article">';

async function markdownOf(body: string, head = HEAD): Promise<string> {
  const html = new TextEncoder().encode(`<html><head>${head}</head><body>${body}</body></html>`);
  const page = { url: 'https://site.example/log', contentType: 'text/html', body: html, options: {} };
  return (await convert(page)).document.markdown ?? '';
}

/** An article with parts before, between and after its paragraphs. */
function article({ before = '', between = '', after = '', outside = '' }): string {
  const [first, ...others] = TEXT;
  return `<div><div class="x1"><h1>The log</h1>${before}<div class="x2">${first}${between}${others.join('')}${after}</div></div>${outside}</div>`;
}

const BARE = await markdownOf(article({}));

it('keeps the title and all paragraphs', () => {
  expect(BARE.split('\n\n')).toEqual(['# The log', ...TEXT.map((text) => text.replace(/<\/?p>/g, ''))]);
});

const links = (...names: string[]) =>
  names.map((name) => `<li><a href="/${name}">Another ${name} story</a></li>`).join('');

describe('an article is left alone by', () => {
  it.each<[name: string, parts: Parameters<typeof article>[0]]>([
    [
      'a long byline',
      { before: '<p>Von Jonte Petersen und Ann Lee aus Husum | Veröffentlicht am 9. Oktober 2026, 14:05</p>' },
    ],
    ['bylines', { before: '<div>By <a href="/ann">Ann Lee</a></div><p>March 3, 2026 at 10:15 am</p>' }],
    ['the time of a change', { between: '<p><i>Updated at 1:23 p.m.</i></p>' }],
    ['categories', { before: '<ul><li><a href="/sea">Sea</a></li><li><a href="/news">News</a></li></ul>' }],
    ['teasers between paragraphs', { between: `<ul>${links('first', 'second')}</ul>` }],
    [
      'a link to another article',
      { between: '<p><b><a href="/storm">Storm damages the northern pier again</a></b></p>' },
    ],
    ['what is announced as related', { between: '<p>Related: <a href="/storm">Storm damages pier</a></p>' }],
    ['requests', { between: '<p>Sign up for our newsletter and get the log delivered to your inbox every day.</p>' }],
    [
      'networks',
      { after: '<p>Follow us on <a href="//f.example">Facebook</a> and <a href="//t.example">Twitter</a>.</p>' },
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
        after:
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
    ['German labels', { after: `<h3>Das könnte Sie auch interessieren</h3><ul>${links('first', 'second')}</ul>` }],
    ['Chinese labels', { after: `<h3>相关阅读</h3><ul>${links('first', 'second')}</ul>` }],
    ['Arabic labels', { after: `<h3>مواضيع ذات صلة</h3><ul>${links('first', 'second')}</ul>` }],
  ])('%s', async (_, parts) => {
    expect(await markdownOf(article(parts))).toBe(BARE);
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

it('of pages that are no articles, all of that stays', async () => {
  const after = `<h3>More on this story</h3><p>Sign up for our newsletter.</p><h2>Related topics</h2><p>These are all.</p>`;
  const body = article({ before: '<p>Updated at 1:23 p.m.</p>', after });
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
