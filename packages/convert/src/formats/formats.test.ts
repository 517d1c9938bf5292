import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { convertToParts, type Parts } from '../../test/convert-to-parts.js';
import type { Format } from '../page/formats.js';

function page(html: string, ...formats: readonly Format[]): Promise<Parts> {
  return convertToParts({
    url: 'https://shop.example/page',
    contentType: 'text/html',
    body: html,
    options: { formats },
  });
}

const composed = (name: string): string =>
  readFileSync(new URL(`../../test/sites/composed/${name}.html`, import.meta.url), 'utf8');

const NOTHING = '<title>Nothing</title><p>A page that says nothing for programs.</p>';

describe('a format that is requested again', () => {
  it('is made once', async () => {
    const { warnings } = await page(NOTHING, 'product', 'product', { type: 'product' });
    expect(warnings).toHaveLength(1);
  });

  it('keeps the options of the request that has some', async () => {
    const schema = { type: 'object', properties: { title: { type: 'string' } }, required: ['title'] };
    const { document, warnings } = await page(NOTHING, { type: 'json', schema }, { type: 'json' });
    expect([document.json, warnings]).toEqual([{ title: 'Nothing' }, []]);
  });
});

describe('product', () => {
  it('comes from JSON-LD, with a variant for each offer', async () => {
    const { document, warnings } = await page(composed('lantern-product'), 'product');
    expect(document.product).toMatchObject({
      title: 'Tidewater hand lantern, brass',
      brand: 'Fennick & Daughters',
      category: 'Lanterns',
      variants: [
        { sku: 'TW-110-S', title: 'Small', price: { amount: 84, currency: 'GBP' }, availability: { inStock: true } },
        { sku: 'TW-110-L', title: 'Large', price: { amount: 112.5 }, availability: { inStock: false } },
      ],
    });
    expect(warnings).toEqual([]);
  });

  it('comes from microdata, RDFa and Open Graph as well', async () => {
    const microdata =
      '<div itemscope itemtype="http://schema.org/Product"><b itemprop="name">Lamp</b><div itemprop="offers" itemscope itemtype="http://schema.org/Offer"><b itemprop="price" content="1,299.50">1.299,50</b></div></div>';
    expect((await page(microdata, 'product')).document.product).toMatchObject({
      title: 'Lamp',
      variants: [{ price: { amount: 1299.5 } }],
    });
    const rdfa =
      '<div vocab="https://schema.org/" typeof="Product"><b property="name">Lamp</b><a property="url" href="/lamp">x</a></div>';
    expect((await page(rdfa, 'product')).document.product).toMatchObject({
      title: 'Lamp',
      url: 'https://shop.example/lamp',
    });
    const graph =
      '<meta property="og:title" content="Lamp"><meta property="product:price:amount" content="12"><meta property="product:price:currency" content="EUR">';
    expect((await page(graph, 'product')).document.product).toMatchObject({
      title: 'Lamp',
      variants: [{ price: { amount: 12, currency: 'EUR' } }],
    });
  });

  it('tells the price that was before', async () => {
    const json = {
      '@type': 'Product',
      name: 'Lamp',
      offers: {
        price: 8,
        priceCurrency: 'EUR',
        priceSpecification: { priceType: 'https://schema.org/ListPrice', price: 10 },
      },
    };
    const { document } = await page(`<script type="application/ld+json">${JSON.stringify(json)}</script>`, 'product');
    expect(document.product?.variants[0]).toMatchObject({
      price: { amount: 8 },
      sale: { originalPrice: { amount: 10, currency: 'EUR' } },
    });
  });

  it('is not made up', async () => {
    const { document, warnings } = await page(NOTHING, 'product', 'menu');
    expect(document).toEqual({});
    expect(warnings).toEqual([
      expect.stringContaining('`product` is missing'),
      expect.stringContaining('`menu` is missing'),
    ]);
  });
});

it('menu has sections, items, prices and diets', async () => {
  const { document } = await page(composed('osteria-menu'), 'menu');
  expect(document.menu).toMatchObject({
    isMenu: true,
    merchant: { name: 'Osteria del Molo', type: 'Restaurant' },
    currency: 'EUR',
    sections: [
      {
        name: 'Starters',
        items: [
          { name: 'Chickpea fritters', price: { amount: 7.5 }, dietary: ['vegan'] },
          { name: 'Anchovies on toast' },
        ],
      },
      { name: 'Mains', items: [{ name: 'Squid ink rice', calories: 640 }] },
    ],
  });
});

describe('branding', () => {
  it('comes from the styles and images of the page', async () => {
    const { document, warnings } = await page(composed('lantern-product'), 'branding');
    expect(document.branding).toMatchObject({
      colorScheme: 'light',
      logo: 'https://fennick.example/logo.svg',
      colors: { primary: '#1d3557', background: '#fffdf8', textPrimary: '#222831', link: '#2a6f97' },
      typography: {
        fontFamilies: { primary: 'Source Serif 4', heading: 'Fraunces', code: 'Fira Code' },
        fontSizes: { h1: '40px' },
      },
      components: { buttonPrimary: { background: '#1d3557', textColor: '#ffffff' } },
    });
    expect(warnings).toEqual([]);
  });

  it('says when there are styles that it has not seen', async () => {
    const { document, warnings } = await page(
      '<link rel="stylesheet" href="/a.css"><style>/* { */ @media print { body { color: red } } body { background: rgb(0 0 0) }</style>',
      'branding',
    );
    expect(document.branding).toEqual({ colorScheme: 'dark', colors: { background: '#000000' } });
    expect(warnings).toEqual([expect.stringContaining('style sheets in other files')]);
  });

  it('is missing where there is nothing', async () => {
    expect((await page(NOTHING, 'branding')).document).toEqual({});
  });
});

describe('json', () => {
  const json = (schema: object, html = composed('lantern-product')): Promise<Parts> =>
    page(html, { type: 'json', schema: schema as Record<string, unknown> });

  it('is filled from structured data by name', async () => {
    const { document, warnings } = await json({
      type: 'object',
      properties: {
        title: { type: 'string' },
        price: { type: 'number' },
        currency: { type: 'string' },
        in_stock: { type: 'boolean' },
        brand: { type: 'string' },
        rating: { type: 'number' },
        images: { type: 'array', items: { type: 'string', format: 'uri' } },
        offers: { type: 'array', items: { $ref: '#/$defs/offer' } },
      },
      required: ['title', 'price'],
      $defs: {
        offer: {
          type: 'object',
          properties: { sku: { type: 'string' }, availability: { enum: ['in stock', 'out of stock'] } },
        },
      },
    });
    expect(document.json).toEqual({
      title: 'Tidewater hand lantern, brass',
      price: 84,
      currency: 'GBP',
      in_stock: true,
      brand: 'Fennick & Daughters',
      rating: 4.7,
      images: ['https://fennick.example/img/lantern-front.jpg', 'https://fennick.example/img/lantern-back.jpg'],
      offers: [
        { sku: 'TW-110-S', availability: 'in stock' },
        { sku: 'TW-110-L', availability: 'out of stock' },
      ],
    });
    expect(warnings).toEqual([]);
  });

  it('takes the article and not its author', async () => {
    const schema = {
      type: 'object',
      properties: {
        headline: { type: 'string' },
        author: { type: 'object', properties: { name: { type: 'string' } } },
        published_at: { type: 'string' },
        wordCount: { type: 'integer' },
      },
      required: ['headline'],
    };
    expect((await json(schema, composed('harbour-ferry'))).document.json).toEqual({
      headline: 'Harbour ferry to run all night from May',
      author: { name: 'Ines Okafor' },
      published_at: '2026-03-14T07:30:00Z',
      wordCount: 412,
    });
  });

  it('lists the entities of a page', async () => {
    const data = [
      { '@type': 'Product', name: 'A' },
      { '@type': 'Product', name: 'B' },
    ];
    const html = `<script type="application/ld+json">${JSON.stringify(data)}</script>`;
    const schema = {
      type: 'object',
      properties: { products: { type: 'array', items: { type: 'object', properties: { name: { type: 'string' } } } } },
    };
    expect((await json(schema, html)).document.json).toEqual({ products: [{ name: 'A' }, { name: 'B' }] });
  });

  it('falls back on what the meta tags say', async () => {
    const schema = {
      type: 'object',
      properties: { title: { type: 'string' }, description: { type: 'string' } },
      required: ['title'],
    };
    const html = '<title>Plain</title><meta name="description" content="Words">';
    expect((await json(schema, html)).document.json).toEqual({ title: 'Plain', description: 'Words' });
  });

  it('takes each schema for itself, also when two have the same `$id`', async () => {
    const schema = (name: string) => ({
      $id: 'https://tea.example/schema',
      $ref: '#/$defs/page',
      $defs: { page: { $id: 'page', type: 'object', properties: { [name]: { type: 'string' } }, required: [name] } },
    });
    const properties = { title: { type: 'string' }, gone: { type: 'string' } };
    const html = '<title>Plain</title>';
    expect((await json({ ...schema('title'), properties }, html)).document.json).toEqual({ title: 'Plain' });
    expect((await json({ ...schema('gone'), properties }, html)).warnings).toEqual([
      'JSON extraction failed: the structured data of the page have no `gone`.',
    ]);
  });

  it.each([
    [{ type: 'text' }, 'schema is invalid: data/type must be equal to one of the allowed values'],
    [{ $ref: 'https://tea.example/other' }, "can't resolve reference https://tea.example/other"],
    [{ $async: true }, '`$async` is not supported'],
  ])('says why it cannot use %j', async (schema, why) => {
    const { document, warnings } = await json(schema);
    expect(document.json).toBeNull();
    expect(warnings.join()).toContain(`its schema cannot be used: ${why}`);
  });

  it('is null when something required is not there, and says what', async () => {
    const schema = {
      type: 'object',
      properties: {
        title: { type: 'string' },
        weight: { type: 'number' },
        maker: { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] },
      },
      required: ['title', 'weight', 'maker'],
    };
    const { document, warnings } = await json(schema);
    expect(document.json).toBeNull();
    expect(warnings).toEqual(['JSON extraction failed: the structured data of the page have no `weight`, `maker`.']);
  });

  it('leaves out what does not fit and is not required', async () => {
    const schema = {
      type: 'object',
      properties: { title: { type: 'string' }, price: { type: 'number', minimum: 100 } },
      required: ['title'],
    };
    const { document, warnings } = await json(schema);
    expect(document.json).toEqual({ title: 'Tidewater hand lantern, brass' });
    expect(warnings).toEqual(['`json` has no `price`: what the page gives does not fit the schema.']);
  });

  it('is null without a schema, with one that is none, and on a page with nothing', async () => {
    const { document, warnings } = await page(NOTHING, { type: 'json' }, { type: 'json', prompt: 'all' });
    expect(document.json).toBeNull();
    expect(warnings[0]).toContain('there is no schema');
    expect((await json({ type: 'objekt' })).warnings[0]).toContain('its schema cannot be used');
    const none = await json({ type: 'object', properties: { sku: { type: 'string' } } }, NOTHING);
    expect(none.document.json).toBeNull();
    expect(none.warnings[0]).toContain('none of its properties');
  });

  it('says that a prompt was not used', async () => {
    const schema = { type: 'object', properties: { title: { type: 'string' } } };
    const { warnings } = await page(NOTHING, { type: 'json', prompt: 'the title in French', schema });
    expect(warnings).toEqual([expect.stringContaining('its prompt was not used')]);
  });

  it('by its other name says the same', async () => {
    const schema = { type: 'object', properties: { title: { type: 'string' } } };
    const filled = await page(NOTHING, { type: 'deterministicJson', prompt: 'the title in French', schema });
    expect(filled.warnings).toEqual([
      '`deterministicJson` was filled from the structured data of the page by code: its prompt was not used.',
    ]);
    const empty = await page(NOTHING, { type: 'deterministicJson', prompt: 'all' });
    expect(empty.warnings).toEqual(['JSON extraction failed: there is no schema.']);
  });
});

describe('from the text of the page', () => {
  it('a summary is made of its own sentences, and says so', async () => {
    const { document, warnings, searchable } = await page(composed('harbour-ferry'), 'summary');
    expect(document.summary?.length).toBeGreaterThan(200);
    expect(document.summary?.length).toBeLessThan(searchable.text.length / 2);
    for (const sentence of (document.summary ?? '').split(/(?<=[.”]) /)) expect(searchable.text).toContain(sentence);
    expect(warnings).toEqual([expect.stringContaining('sentences of the page')]);
  });

  it('highlights are the passages that fit', async () => {
    const { document } = await page(composed('forum-thread'), {
      type: 'highlights',
      query: 'Which setting is the pause before the next try?',
    });
    expect(document.highlights).toContain(
      'RestartSec stands under [Service] and is only the pause before the next try',
    );
    const none = await page(NOTHING, { type: 'highlights', query: 'submarines' });
    expect(none.document.highlights).toBeUndefined();
    expect(none.warnings).toEqual([expect.stringContaining('no passage')]);
  });

  it('attributes are as the page writes them, and URLs absolute', async () => {
    const selectors = [
      { selector: 'a', attribute: 'href' },
      { selector: 'a[', attribute: 'href' },
    ];
    const { document, warnings } = await page('<nav><a href="/a">a</a></nav><p><a href="b">b</a><a>c</a></p>', {
      type: 'attributes',
      selectors,
    });
    expect(document.attributes).toEqual([
      { selector: 'a', attribute: 'href', values: ['https://shop.example/a', 'https://shop.example/b'] },
      { selector: 'a[', attribute: 'href', values: [] },
    ]);
    expect(warnings).toEqual([expect.stringContaining('`a[`')]);
  });
});
