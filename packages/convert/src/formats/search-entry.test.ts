import { expect, test } from 'vitest';
import { convertToParts } from '../../test/convert-to-parts.js';

async function searchable(html: string) {
  const body = new TextEncoder().encode(html);
  return (await convertToParts({ url: 'https://a.example/x', contentType: 'text/html', body, options: {} })).searchable;
}

test('a page is found by its title, description, text and images', async () => {
  const page = `<html><head><title>Tides</title><meta name="description" content="When ships sail."></head>
    <body><nav>Menu</nav><main><h1><a href="#tides">Tides</a></h1><p>High at <a href="/noon">noon</a>.</p>
    <ul><li><a href="/ships">Ships</a><li><a href="/b"><b>Boats</b></a> | <a href="/c">Cranes</a></ul>
    <img src="/t.png" alt="A tide" width="20" height="10"></main></body></html>`;
  expect(await searchable(page)).toEqual({
    title: 'Tides',
    description: 'When ships sail.',
    text: 'Tides\nHigh at noon.',
    links: 'Ships\nBoats | Cranes',
    isArticle: false,
    images: [{ url: 'https://a.example/t.png', alt: 'A tide', width: 20, height: 10 }],
  });
});

test('an article says so in its meta tags', async () => {
  const page = `<meta property="og:type" content="article"><meta property="og:image" content="/i.jpg">
    <meta property="article:published_time" content="2026-05-01T10:00:00+02:00"><p>News.</p>`;
  expect(await searchable(page)).toMatchObject({
    isArticle: true,
    publishedAt: '2026-05-01T08:00:00.000Z',
    imageUrl: 'https://a.example/i.jpg',
  });
});

test.each([
  ['NewsArticle', '["https://a.example/1.jpg", "https://a.example/2.jpg"]'],
  ['BlogPosting', '{ "@type": "ImageObject", "name": "One", "url": "https://a.example/1.jpg" }'],
])('a %s says so in its structured data', async (type, image) => {
  const page = `<script type="application/ld+json">{ "@context": "https://schema.org", "@graph": [{ "@type": "WebSite" },
    { "@type": "${type}", "datePublished": "2026-05-01", "image": ${image} }] }</script><p>News.</p>`;
  expect(await searchable(page)).toMatchObject({
    isArticle: true,
    publishedAt: '2026-05-01T00:00:00.000Z',
    imageUrl: 'https://a.example/1.jpg',
  });
});

test('what is no article, or no date, is neither', async () => {
  const page = `<script type="application/ld+json">{ "@context": "https://schema.org", "@type": "TechArticle",
    "datePublished": "2026-05-01" }</script><meta name="date" content="some day"><p>How to.</p>`;
  const { isArticle, publishedAt, imageUrl } = await searchable(page);
  expect([isArticle, publishedAt, imageUrl]).toEqual([false, undefined, undefined]);
});
