import { readFileSync } from 'node:fs';
import type { Document } from '@trawl/client';
import { type } from 'arktype';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { z as z3 } from 'zod3';
import { receivedResponse } from '../../test/received-response.js';
import { failureOf } from '../../test/sending.js';
import { ResponseFormatError, SchemaMismatchError } from '../errors/errors.js';
import { createRedact } from '../errors/redact.js';
import type { FormatInput, Formats } from './format-input.js';
import type { SchemaInput } from './schema-input.js';
import { toCrawled, toFound, toScraped } from './shape.js';

const facts = { operation: 'scrapePage', requestId: 'r-1', attempts: 2 };
const context = { ...receivedResponse, ...facts };
const metadata = { url: 'https://a.example/', sourceURL: 'https://a.example/' };
const Price = z.object({ price: z.number() });

describe('a page', () => {
  it('has what was asked for, and fields of which nobody knew', async () => {
    const document = { markdown: '# A', metadata, novelty: 1 };
    expect(await toScraped(document, ['markdown'], context)).toEqual({ markdown: '# A', metadata, novelty: 1 });
  });

  it.each<[string, Document['metadata'], object]>([
    ['both', { url: 'b', sourceURL: 'a', title: 'A' }, { url: 'b', sourceURL: 'a', title: 'A' }],
    ['the requested one', { sourceURL: 'a' }, { url: 'a', sourceURL: 'a' }],
    ['the final one', { url: 'b' }, { url: 'b', sourceURL: 'asked' }],
    ['neither', {}, { url: 'asked', sourceURL: 'asked' }],
    ['no metadata', undefined, { url: 'asked', sourceURL: 'asked' }],
  ])('has its URLs when the server sends %s', async (_, metadata, expected) => {
    const document = { markdown: '', ...(metadata && { metadata }) };
    const page = await toScraped(document, undefined, context, 'asked');
    expect(page).toEqual({ markdown: '', metadata: expected });
  });

  it('is an error without a URL that anybody knows', async () => {
    const error = await failureOf(toScraped({ markdown: '# A' }, undefined, context));
    expect(error).toBeInstanceOf(ResponseFormatError);
    expect(error.message).toBe('metadata.url is missing.');
    expect(error.received).toEqual([{ markdown: '# A' }]);
  });

  it('has null for what the server could not give, and keeps the warning', async () => {
    const formats: Formats = [
      ...(['summary', 'screenshot', 'audio', 'video', 'branding', 'product', 'menu', 'changeTracking'] as const),
      'json',
      { type: 'question', question: 'Why?' },
      { type: 'highlights', query: 'Why?' },
    ];
    expect(await toScraped({ metadata, warning: 'No browser.' }, formats, context)).toEqual({
      metadata,
      warning: 'No browser.',
      summary: null,
      screenshot: null,
      audio: null,
      video: null,
      branding: null,
      product: null,
      menu: null,
      changeTracking: null,
      json: null,
      answer: null,
      highlights: null,
    });
  });

  const certain: FormatInput[] = ['markdown', 'html', 'rawHtml', 'links', 'images'];
  certain.push({ type: 'attributes', selectors: [{ selector: 'a', attribute: 'href' }] });
  for (const format of certain) {
    const field = typeof format === 'string' ? format : format.type;
    it(`is an error without ${field}, which every server can give`, async () => {
      const document = { metadata, [field]: null, warning: 'Out of ink.' };
      const error = await failureOf(toScraped(document, [format], context));
      expect(error).toBeInstanceOf(ResponseFormatError);
      expect(error.message).toBe(`${field} of https://a.example/ is missing. The server says: Out of ink.`);
      expect(error).toMatchObject(facts);
      expect(error.received).toEqual([document]);
    });
  }

  it('is an error without the Markdown that is asked for by default', async () => {
    const error = await failureOf(toScraped({ metadata }, undefined, context));
    expect(error).toBeInstanceOf(ResponseFormatError);
    expect(error.message).toBe('markdown of https://a.example/ is missing.');
  });

  it('may be empty, which is not missing', async () => {
    const document = { markdown: '', links: [], metadata };
    expect(await toScraped(document, ['markdown', 'links'], context)).toEqual(document);
  });
});

describe('json', () => {
  const formats = [{ type: 'json', schema: Price }] as const;

  it('is what the schema makes of it', async () => {
    const schema = z.object({ at: z.coerce.date(), tags: z.array(z.string()).default([]) });
    const { json } = await toScraped(
      { json: { at: '2026-01-01', more: 1 }, metadata },
      [{ type: 'json', schema }],
      context,
    );
    expect(json).toEqual({ at: new Date('2026-01-01'), tags: [] });
  });

  it('may be validated asynchronously', async () => {
    const schema = z.string().refine(async (text) => text === 'a');
    expect((await toScraped({ json: 'a', metadata }, [{ type: 'json', schema }], context)).json).toBe('a');
    expect(await failureOf(toScraped({ json: 'b', metadata }, [{ type: 'json', schema }], context))).toBeInstanceOf(
      SchemaMismatchError,
    );
  });

  it.each<[string, SchemaInput]>([
    ['Zod', Price],
    ['Zod 3', z3.object({ price: z3.number() })],
    ['Zod 3 before it was a Standard Schema', beforeStandard(z3.object({ price: z3.number() }))],
    ['ArkType', type({ price: 'number' })],
  ])('that does not fit is an error with the places and the page: %s', async (_, schema) => {
    const document = { json: { price: 'free' }, markdown: '# A', metadata };
    const error = await failureOf(toScraped(document, [{ type: 'json', schema }], context));
    expect(error).toBeInstanceOf(SchemaMismatchError);
    expect(error.message).toMatch(/^json of https:\/\/a\.example\/ does not fit its schema: price: .*number/);
    expect(error.details).toEqual([{ path: ['price'], message: expect.any(String) }]);
    expect(error.received).toEqual([document]);
    expect(error).toMatchObject(facts);
  });

  it('that fits by Zod 3 before it was a Standard Schema is the output', async () => {
    const schema = beforeStandard(z3.object({ price: z3.string().transform(Number) }));
    expect((await toScraped({ json: { price: '5' }, metadata }, [{ type: 'json', schema }], context)).json).toEqual({
      price: 5,
    });
  });

  it('that is missing is an error with the server’s reason', async () => {
    const document = { json: null, metadata, warning: 'JSON extraction failed: no key.' };
    const error = await failureOf(toScraped(document, formats, context));
    expect(error).toBeInstanceOf(SchemaMismatchError);
    expect(error.message).toMatch(
      /^json of https:\/\/a\.example\/ is missing: .*\. The server says: JSON extraction failed: no key\.$/,
    );
    expect(await failureOf(toScraped({ metadata }, formats, context))).toBeInstanceOf(SchemaMismatchError);
  });

  it('may be null if the schema says so', async () => {
    expect(
      (await toScraped({ json: null, metadata }, [{ type: 'json', schema: Price.nullable() }], context)).json,
    ).toBeNull();
  });

  it('is left alone when there is nothing to check it by', async () => {
    const document = { json: { price: 'free' }, metadata };
    for (const format of ['json', { type: 'json' }, { type: 'json', schema: { type: 'object' } }] as const) {
      expect((await toScraped(document, [format], context)).json).toEqual({ price: 'free' });
    }
  });

  it('does not list every fault in one sentence', async () => {
    const schema = z.array(z.number());
    const error = await failureOf(toScraped({ json: [...'abcde'], metadata }, [{ type: 'json', schema }], context));
    expect(error).toBeInstanceOf(SchemaMismatchError);
    expect(error.message.match(/expected number/g)).toHaveLength(3);
    expect(error.details).toHaveLength(5);
  });

  it('whose schema throws is an error with that as its cause', async () => {
    const cause = new Error('Broken.');
    const schema = z.string().transform(() => {
      throw cause;
    });
    const error = await failureOf(toScraped({ json: 'a', metadata }, [{ type: 'json', schema }], context));
    expect(error).toBeInstanceOf(SchemaMismatchError);
    expect(error.cause).toBe(cause);
  });

  it('tells no secret that the server repeats', async () => {
    const redact = createRedact(['s3cret-key']);
    const schema = z.object({}).strict();
    const document = { json: { 's3cret-key': 1 }, metadata, warning: 'Not s3cret-key.' };
    const error = await failureOf(toScraped(document, [{ type: 'json', schema }], { ...context, redact }));
    expect(error).toBeInstanceOf(SchemaMismatchError);
    expect(JSON.stringify(error)).toContain('[redacted]');
    expect(JSON.stringify(error)).not.toContain('s3cret');
    const missing = await failureOf(toScraped(document, undefined, { ...context, redact }));
    expect(missing).toBeInstanceOf(ResponseFormatError);
    expect(missing.message).toContain('Not [redacted].');
  });
});

describe('one page of many', () => {
  it.each([
    ['markdown', ''],
    ['html', ''],
    ['rawHtml', ''],
    ['links', []],
    ['images', []],
    ['attributes', []],
  ])('has empty %s when there is none, and says so', async (field, empty) => {
    const page: object = await toCrawled({ metadata, warning: 'Out of ink.' }, [field, 'summary'], context);
    const { contentError, ...rest } = page as { contentError?: ResponseFormatError };
    expect(rest).toEqual({ metadata, warning: 'Out of ink.', [field]: empty, summary: null });
    expect(contentError).toBeInstanceOf(ResponseFormatError);
    expect(contentError?.message).toBe(`${field} of https://a.example/ is missing. The server says: Out of ink.`);
  });

  it('says all that is missing at once, and keeps what is there', async () => {
    const page = await toCrawled({ html: '<p>', metadata }, ['markdown', 'html', 'links', { type: 'links' }], context);
    expect(page).toMatchObject({ markdown: '', html: '<p>', links: [] });
    expect(page.contentError?.message).toBe('markdown and links of https://a.example/ are missing.');
  });

  it('that is empty of its own is not missing', async () => {
    expect(await toCrawled({ markdown: '', links: [], metadata }, ['markdown', 'links'], context)).not.toHaveProperty(
      'contentError',
    );
  });

  it('has null for data that does not fit, and says why', async () => {
    const document = { json: { price: 'free' }, markdown: '# A', metadata };
    const page = await toCrawled(document, ['markdown', { type: 'json', schema: Price }], context);
    expect(page).toMatchObject({ json: null, markdown: '# A', metadata });
    expect(page.jsonError).toBeInstanceOf(SchemaMismatchError);
    expect(page.jsonError?.received).toEqual([document]);
    expect(JSON.parse(JSON.stringify(page)).jsonError).toMatchObject({ name: 'SchemaMismatchError' });
  });

  it('says nothing when the data fits', async () => {
    const page = await toCrawled({ json: { price: 1 }, metadata }, [{ type: 'json', schema: Price }], context);
    expect(page).toEqual({ json: { price: 1 }, metadata });
  });

  it('has an empty URL when nobody knows it, and says so', async () => {
    const page = await toCrawled({ markdown: '# A', metadata: { title: 'A' } }, undefined, context);
    expect(page).toMatchObject({ markdown: '# A', metadata: { title: 'A', url: '', sourceURL: '' } });
    expect(page.contentError?.message).toBe('metadata.url is missing.');
  });
});

describe('a search result', () => {
  const result = { url: 'https://a.example/', title: 'A' };

  it('has null for all that could not be read', async () => {
    expect(await toFound(result, ['markdown', 'links', 'summary'], context)).toEqual({
      ...result,
      markdown: null,
      links: null,
      summary: null,
    });
  });

  it('has no data when it could not be read, and says why', async () => {
    const unread = { ...result, metadata: { error: 'Refused.' } };
    const page = await toFound(unread, [{ type: 'json', schema: Price }], context);
    expect(page.json).toBeNull();
    expect(page.jsonError?.message).toMatch(
      /^json of https:\/\/a\.example\/ is missing: .* The server says: Refused\.$/,
    );
    expect(page.metadata).toEqual({ error: 'Refused.', url: result.url, sourceURL: result.url });
  });
});

describe('recorded pages', () => {
  interface Exchange {
    name: string;
    request: { method: string; path: string; body?: { formats?: Formats } };
    response: { status: number; body: { success: boolean; data: Document } };
  }
  const lines = readFileSync(new URL('../../../../test/fixtures/recordings.jsonl', import.meta.url), 'utf8');
  const scrapes = lines
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Exchange)
    .filter(
      ({ request, response }) => request.path === '/v2/scrape' && response.status === 200 && response.body.success,
    );

  it.each(scrapes)('are what their types say: $name', async ({ request, response }) => {
    // Schemas of recordings are JSON Schema: they check nothing.
    const page: object = await toScraped(response.body.data, request.body?.formats, context);
    for (const format of request.body?.formats ?? ['markdown']) {
      const name = typeof format === 'string' ? format : format.type;
      expect(page).toHaveProperty(name === 'question' ? 'answer' : name);
    }
    expect(page).toMatchObject(response.body.data);
  });
});

function beforeStandard<S extends z3.ZodTypeAny>(schema: S): S {
  Reflect.deleteProperty(schema, '~standard');
  return schema;
}
