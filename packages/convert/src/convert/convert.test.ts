import { describe, expect, it } from 'vitest';
import { convertToParts, type Parts } from '../../test/convert-to-parts.js';
import type { ConversionOptions } from '../page/options.js';

const URL_OF_PAGE = 'https://site.example/docs/page.html?x=1';

function converted(html: string, options: ConversionOptions = {}): Promise<Parts> {
  return convertToParts({
    url: URL_OF_PAGE,
    contentType: 'text/html; charset=utf-8',
    body: new TextEncoder().encode(html),
    options,
  });
}

const PAGE = `<!DOCTYPE html><html lang="en"><head><title>A title</title></head><body>
<nav><a href="/home">Home</a></nav>
<main><h1>Heading</h1><p class="lead">The first paragraph has a <a href="other.html#part">link</a> and says enough to be prose.</p>
<div id="note"><p>A note with an <img src="../a.png" alt="picture" width="640" height="480px"> in it, long enough to be prose.</p></div></main>
<footer><a href="/legal">Legal</a></footer></body></html>`;

describe('the converted part', () => {
  it('is the main content', async () => {
    const { document } = await converted(PAGE);
    expect(document.markdown).toMatch(/^# Heading\n\nThe first/);
    expect(document.markdown).not.toContain('Home');
    expect(document.markdown).not.toContain('Legal');
  });

  it('is the whole page on request', async () => {
    const { document } = await converted(PAGE, { onlyMainContent: false });
    expect(document.markdown).toMatch(/^\[Home\][\s\S]*# Heading[\s\S]*\[Legal\]/);
  });

  it('has only the elements of `includeTags`', async () => {
    const { document } = await converted(PAGE, { includeTags: ['#note', 'footer', 'footer a'] });
    expect(document.markdown).toMatch(/^A note with[^\n]*\n\n\[Legal\]\(https:\/\/site\.example\/legal\)$/);
  });

  it('lacks the elements of `excludeTags`', async () => {
    const { document } = await converted(PAGE, { excludeTags: ['.lead', 'img'] });
    expect(document.markdown).toBe('# Heading\n\nA note with an in it, long enough to be prose.');
  });

  it('warns about tags that are no selectors', async () => {
    const { document, warnings } = await converted(PAGE, { excludeTags: ['p:::', '.lead'] });
    expect(document.markdown).not.toContain('first paragraph');
    expect(warnings).toEqual(['`p:::` is not a CSS selector; it was left out.']);
  });
});

describe('formats of the page itself', () => {
  const formats: ConversionOptions['formats'] = ['markdown', 'html', 'rawHtml', 'links', 'images'];

  it('are returned when requested, and no others', async () => {
    const { document } = await converted(PAGE, { formats: ['links', 'rawHtml'] });
    expect(document).toEqual({ rawHtml: PAGE, links: ['https://site.example/docs/other.html#part'] });
  });

  it('show the content, with absolute addresses and no scripts', async () => {
    const { document } = await converted(PAGE.replace('<h1>', '<script>go()</script><h1 onclick="go()">'), { formats });
    expect(document.html).toMatch(/^<!DOCTYPE html><html lang="en"><body><main><h1>Heading<\/h1>/);
    expect(document.html).toContain('<a href="https://site.example/docs/other.html#part">');
    expect(document.html).not.toContain('go()');
    expect(document.images).toEqual(['https://site.example/a.png']);
  });

  it('keep data of images in HTML, and leave them out of lists', async () => {
    const html = '<p>Dot: <img src="data:image/png;base64,AAAA" alt="dot"></p>';
    const { document } = await converted(html, { formats });
    expect(document.markdown).toBe('Dot: ![dot](<Base64-Image-Removed>)');
    expect(document.html).toContain('data:image/png;base64,AAAA');
    expect(document.images).toEqual([]);
  });

  it('follow the base of the page', async () => {
    const { document } = await converted('<base href="/other/"><a href="x">x</a>', { formats: ['links'] });
    expect(document.links).toEqual(['https://site.example/other/x']);
  });
});

describe('for crawls and searches', () => {
  it('all links are there, once, without fragments, on the web only', async () => {
    const html = `${PAGE}<a href="/home#top">again</a><a href="mailto:a@b.c">mail</a><map><area href="/area"></map>`;
    expect((await converted(html, { formats: ['markdown'], includeTags: ['h1'] })).links).toEqual([
      'https://site.example/home',
      'https://site.example/docs/other.html',
      'https://site.example/legal',
      'https://site.example/area',
    ]);
  });

  it('a page is found by its content, whatever the tags say', async () => {
    const { searchable } = await converted(PAGE, { includeTags: ['footer'] });
    expect(searchable).toMatchObject({ title: 'A title', isArticle: false });
    expect(searchable.text).toMatch(/^Heading\nThe first paragraph has a link/);
    expect(searchable.images).toEqual([{ url: 'https://site.example/a.png', alt: 'picture', width: 640, height: 480 }]);
  });
});

it('reads structured data, whether the page names the vocabulary or not', async () => {
  const described = { '@type': 'NewsArticle', datePublished: '2026-03-01', headline: 'Flood' };
  for (const context of [{ '@context': 'https://schema.org' }, {}]) {
    const script = `<script type="application/ld+json">${JSON.stringify({ ...context, ...described })}</script>`;
    const format = { type: 'json' as const, schema: { type: 'object', properties: { headline: { type: 'string' } } } };
    const { document, searchable } = await converted(script + PAGE, { formats: [format] });
    expect(searchable).toMatchObject({ isArticle: true, publishedAt: '2026-03-01T00:00:00.000Z' });
    expect(document.json).toEqual({ headline: 'Flood' });
  }
});

describe('metadata', () => {
  it('has the names of the recordings', async () => {
    const head = `<html lang="en"><title> About\n us </title><meta name="viewport" content="width=device-width">
      <meta name="Description" content="What we do"><meta name="generator" content="Astro">
      <meta property="og:title" content="About us"><meta property="og:image" content="/card.png"><meta property="og:type" content="website">
      <meta name="twitter:card" content="summary"><link rel="shortcut icon" href="/favicon.png"><link rel="canonical" href="/about/">
      <svg><title>Icon</title></svg>`;
    expect((await converted(head)).metadata).toEqual({
      title: 'About us',
      language: 'en',
      viewport: 'width=device-width',
      description: 'What we do',
      generator: 'Astro',
      ogTitle: 'About us',
      'og:title': 'About us',
      ogImage: 'https://site.example/card.png',
      'og:image': '/card.png',
      'og:type': 'website',
      'twitter:card': 'summary',
      favicon: 'https://site.example/favicon.png',
      canonical: 'https://site.example/about/',
    });
  });

  it('has the Dublin Core tags under the names of servers', async () => {
    const tags = ['dc.date', 'DC.Type', 'dcterms.created', 'DCTERMS.subject', 'dc.date.created'];
    const { metadata, searchable } = await converted(
      tags.map((tag, day) => `<meta name="${tag}" content="2026-01-0${day + 1}">`).join(''),
    );
    expect(metadata).toMatchObject({
      dcDate: '2026-01-01',
      dcType: '2026-01-02',
      dcTermsCreated: '2026-01-03',
      dcTermsSubject: '2026-01-04',
      dcDateCreated: '2026-01-05',
      'DC.Type': '2026-01-02',
    });
    expect(searchable.publishedAt).toBe('2026-01-01T00:00:00.000Z');
  });

  it('lists what is repeated, once', async () => {
    const tag = (content: string): string => `<meta property="article:tag" content="${content}">`;
    const { metadata } = await converted(
      `${tag('a')}${tag('b')}${tag('a')}<meta property="og:locale:alternate" content="de">`,
    );
    expect(metadata).toMatchObject({ 'article:tag': ['a', 'b'], articleTag: ['a', 'b'], ogLocaleAlternate: ['de'] });
  });

  it('treats names of object properties as plain names', async () => {
    const { metadata } = await converted('<meta name="__proto__" content="x"><meta name="constructor" content="y">');
    expect(Object.getPrototypeOf(metadata)).toBe(Object.prototype);
    expect(Object.entries(metadata)).toEqual([
      ['__proto__', 'x'],
      ['constructor', 'y'],
    ]);
  });
});

it('redacts the texts for readers', async () => {
  const html =
    '<html lang="de-DE"><p>Telefon 030 901820, Post an <a href="mailto:jo@example.com">jo@example.com</a></p></html>';
  const { document } = await converted(html, { formats: ['markdown', 'rawHtml'], redactPII: true });
  expect(document.markdown).toBe('Telefon <PHONE>, Post an [<EMAIL>](mailto:<EMAIL>)');
  expect(document.rawHtml).toBe(html);
});

it('shows an image as Markdown', async () => {
  const { document } = await convertToParts({
    url: 'https://site.example/a.png',
    contentType: 'image/png',
    body: new Uint8Array(9),
    options: {},
  });
  expect(document).toEqual({ markdown: '![](https://site.example/a.png)' });
});
