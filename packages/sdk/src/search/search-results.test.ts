import { readFileSync } from 'node:fs';
import type { SearchResponse } from '@trawl/client';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { receivedResponse } from '../../test/received-response.js';
import { SchemaMismatchError } from '../errors/errors.js';
import type { SearchInput } from './search-input.js';
import { searchResults } from './search-results.js';

const context = { ...receivedResponse, operation: 'searchWeb' };
const page = { url: 'https://a.example/', title: 'A', description: 'About A.' };

describe('searchResults', () => {
  it('keeps its prototype, whatever the names of the fields are', async () => {
    const response = JSON.parse('{"data":{"web":[],"__proto__":{"web":[1],"isAdmin":true}},"__proto__":{"id":1}}');
    const results = await searchResults(response, ['web'], undefined, context);
    expect(Object.getPrototypeOf(results)).toBe(Object.prototype);
    expect(results).not.toHaveProperty('isAdmin');
  });

  it('gives one list for each source, next to the facts of the search', async () => {
    const image = { imageUrl: 'https://a.example/a.png' };
    const response = { success: true, id: 's-1', creditsUsed: 2, data: { news: [page], images: [image] } };
    const { news, images, id, creditsUsed } = await searchResults(response, ['news', 'images'], undefined, context);
    expect({ news, images, id, creditsUsed }).toEqual({ news: [page], images: [image], id: 's-1', creditsUsed: 2 });
  });

  it('gives an empty list where nothing was found', async () => {
    const { web } = await searchResults({ success: true, data: {} }, undefined, undefined, context);
    expect(web).toEqual([]);
    const sources = [{ type: 'web' }, { type: 'news' }] as const;
    const { web: none, news } = await searchResults({ success: true, data: { web: [] } }, sources, undefined, context);
    expect([none, news]).toEqual([[], []]);
  });

  it.each([
    { success: true },
    { success: true, data: null },
    { success: true, data: [page] },
    { success: true, data: { web: page } },
  ])('makes nothing of %j: taken for empty, it would hide what went wrong', async (response) => {
    const found = searchResults(response as SearchResponse, undefined, undefined, context);
    await expect(found).rejects.toThrow(TypeError);
  });

  it('puts a list through its schema once, however often its kind is asked for', async () => {
    const schema = z.object({ price: z.string().transform(Number) });
    const sources = [
      { type: 'web', location: 'DE' },
      { type: 'web', tbs: 'qdr:d' },
    ] as const;
    const data = { web: [{ ...page, json: { price: '5' } }] };
    const { web } = await searchResults({ success: true, data }, sources, [{ type: 'json', schema }], context);
    expect(web.map(({ json }) => json)).toEqual([{ price: 5 }]);
  });

  it('keeps what it did not ask for', async () => {
    const response = { success: true, data: { web: [page], maps: [{ place: 'A' }] }, novelty: 1 };
    expect(await searchResults(response, undefined, undefined, context)).toMatchObject({
      web: [page],
      maps: [{ place: 'A' }],
      novelty: 1,
    });
  });

  it('adds nothing to results that were not read', async () => {
    const { web } = await searchResults({ success: true, data: { web: [page] } }, undefined, undefined, context);
    expect(web).toEqual([page]);
    const read = await searchResults({ success: true, data: { web: [page] } }, undefined, [], context);
    expect(read.web).toEqual([page]);
  });

  it('has null for the content of a result that could not be read', async () => {
    const data = { web: [page, { ...page, markdown: '# A' }] };
    const { web } = await searchResults({ success: true, data }, ['web'], ['markdown'], context);
    expect(web.map(({ markdown }) => markdown)).toEqual([null, '# A']);
  });

  it('keeps the other results when the data of one does not fit', async () => {
    const schema = z.object({ price: z.number() });
    const data = {
      web: [page],
      news: [
        { ...page, json: { price: 1 } },
        { ...page, json: { price: 'free' } },
      ],
    };
    const { web, news } = await searchResults(
      { success: true, data },
      ['web', 'news'],
      [{ type: 'json', schema }],
      context,
    );
    expect(news.map(({ json }) => json)).toEqual([{ price: 1 }, null]);
    expect(news.map(({ jsonError }) => jsonError instanceof SchemaMismatchError)).toEqual([false, true]);
    expect(web[0]?.json).toBeNull();
  });

  it('never reads images', async () => {
    const data = { images: [{ imageUrl: 'https://a.example/a.png' }] };
    const { images } = await searchResults({ success: true, data }, ['images'], ['markdown'], context);
    expect(images).toEqual(data.images);
  });
});

describe('recorded searches', () => {
  interface Exchange {
    name: string;
    request: { path: string; body: SearchInput };
    response: { status: number; body: SearchResponse };
  }
  const lines = readFileSync(new URL('../../../../test/fixtures/recordings.jsonl', import.meta.url), 'utf8');
  const searches = lines
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Exchange)
    .filter(({ request, response }) => request.path === '/v2/search' && response.status === 200);

  it.each(searches)('are what their types say: $name', async ({ request, response }) => {
    const { sources = ['web'], scrapeOptions } = request.body;
    const results = await searchResults(response.body, sources, scrapeOptions?.formats, context);
    for (const source of sources) {
      const list = results[typeof source === 'string' ? source : source.type];
      expect(list).toBeInstanceOf(Array);
      for (const format of scrapeOptions?.formats ?? []) {
        for (const result of list ?? []) expect(result).toHaveProperty(format as string);
      }
    }
    expect(results).toMatchObject(response.body.data ?? {});
  });
});
