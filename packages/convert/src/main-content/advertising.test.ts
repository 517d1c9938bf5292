import { describe, expect, it } from 'vitest';
import { convertToParts } from '../../test/convert-to-parts.js';
import type { ConversionOptions } from '../page/options.js';

const TEXT = 'The ferry leaves at noon, and comes back in the evening when the tide allows it to.';

async function markdownOf(html: string, options: ConversionOptions = {}): Promise<string> {
  const body = new TextEncoder().encode(`<body><p>${TEXT}</p>${html}</body>`);
  const request = { url: 'https://site.example/', contentType: 'text/html', body };
  const { document } = await convertToParts({ ...request, options: { onlyMainContent: false, ...options } });
  return document.markdown ?? '';
}

describe('of a whole page is left out', () => {
  it.each([
    ['what is named an advertisement', '<div class="banner ad-slot"><a href="/buy">Buy now</a></div>'],
    ['what is labelled as one', '<section aria-label="Advertisement"><p>Buy now</p></section>'],
    ['the place of an ad network', '<ins class="adsbygoogle" data-ad-client="ca-1">Buy now</ins>'],
    ['a place that a script of it fills', '<div id="div-gpt-ad-123-0"><p>Buy now</p></div>'],
    ['links that were paid for', '<div id="taboola-below-article"><a href="/buy">Buy now</a></div>'],
    ['a question about cookies', '<div id="onetrust-banner-sdk"><p>Buy now, or accept our cookies</p></div>'],
    ['one without a maker', '<div class="cookie-banner" role="dialog">Buy now, or accept our cookies</div>'],
  ])('%s', async (_, html) => {
    expect(await markdownOf(html)).toBe(TEXT);
    expect(await markdownOf(html, { blockAds: false })).toContain('Buy now');
  });
});

describe('of a whole page is left out as well', () => {
  it('what is named again within itself, on a short page', async () => {
    const question = '<div class="cookie-message">May we keep cookies, as others do as well?</div>';
    expect(await markdownOf(`<div id="cookie-banner" class="cookie-consent">${question}</div>`)).toBe(TEXT);
  });

  it('a box that only its class tells, whatever its heading says', async () => {
    expect(await markdownOf('<div class="ads"><h4>Ads</h4>Buy now</div>')).toBe(TEXT);
  });
});

describe('of a whole page is kept', () => {
  it.each([
    ['what only sounds like one', '<div class="adapter ad-hoc address">Buy now</div>'],
    ['a heading about them', '<h2 id="advertising">Buy now</h2>'],
    ['a term', '<dl><dt id="cookie-notice">Buy now</dt><dd>Said by sellers.</dd></dl>'],
    ['words in a line', '<p>Say <a id="ads" href="/">Buy now</a></p>'],
    ['a section that is named after its heading', '<section id="ads"><h2>Ads</h2><p>Buy now</p></section>'],
    ['an article about cookies', '<article class="cookies"><h2>Cookies</h2><p>Buy now</p></article>'],
    ['what is most of the page', `<div class="ads"><h1>Market</h1><p>Buy now. ${TEXT.repeat(3)}</p></div>`],
  ])('%s', async (_, html) => expect(await markdownOf(html)).toContain('Buy now'));

  it('a market, where every offer is an ad', async () => {
    const offers = Array.from(
      { length: 9 },
      (_, index) => `<div class="ad">Boat ${index}: buy it now, it is as new</div>`,
    );
    expect(await markdownOf(offers.join(''))).toContain('Boat 8');
  });

  it('a market of two, however long the one is', async () => {
    const markdown = await markdownOf(`<div class="ad">Sofa</div><div class="ad">Bike. ${TEXT.repeat(3)}</div>`);
    expect(markdown).toMatch(/Sofa[\s\S]*Bike/);
  });

  it('what tags ask for', async () => {
    const html = '<div class="ad-slot">Buy now</div>';
    expect(await markdownOf(html, { includeTags: ['.ad-slot'] })).toBe('Buy now');
  });
});
