/**
 * What comes back for what is asked for, as the compiler sees it. `npm run typecheck` compiles this file, and fails on
 * an assertion that does not hold and on a `@ts-expect-error` that expects nothing; nothing here is run.
 */

import type * as Wire from '@trawl/client';
import { toStandardJsonSchema } from '@valibot/to-json-schema';
import { type } from 'arktype';
import * as v from 'valibot';
import { describe, expectTypeOf, it } from 'vitest';
import { z } from 'zod';
import * as mini from 'zod/mini';
import { z as z3 } from 'zod3';
import type { ResponseFormatError, SchemaMismatchError } from '../errors/errors.js';
import { Trawl } from '../trawl.js';
import type { FormatInput, Formats, ParseFormats } from './format-input.js';
import type { BatchScrapeInput, CrawlInput, ParseInput, ScrapeInput } from './requests.js';
import type { OutputOf, SchemaInput } from './schema-input.js';
import type { Crawled, DefaultFormats, Scraped } from './scraped.js';

declare function scrape<const F extends Formats = DefaultFormats>(url: string, request?: ScrapeInput<F>): Scraped<F>;
declare function crawl<const F extends Formats = DefaultFormats>(url: string, request?: CrawlInput<F>): Crawled<F>;
declare function batch<const F extends Formats = DefaultFormats>(
  urls: readonly string[],
  request?: BatchScrapeInput<F>,
): Crawled<F>;
declare function parse<const F extends ParseFormats = DefaultFormats>(file: Blob, request?: ParseInput<F>): Scraped<F>;
declare const sometimes: boolean;

const Price = z.object({ price: z.number() });

describe('a page', () => {
  it('is Markdown with metadata unless told otherwise', () => {
    const page = scrape('a');
    expectTypeOf(page.markdown).toEqualTypeOf<string>();
    expectTypeOf(page.metadata.statusCode).toEqualTypeOf<number | undefined>();
    expectTypeOf(page.metadata.url).toEqualTypeOf<string>();
    expectTypeOf(page.metadata.sourceURL).toEqualTypeOf<string>();
    expectTypeOf(page.warning).toEqualTypeOf<string | null | undefined>();
    // @ts-expect-error Not asked for.
    page.html;
    expectTypeOf(scrape('a', { onlyMainContent: false }).markdown).toEqualTypeOf<string>();
  });

  it('has what was asked for and nothing else', () => {
    const page = scrape('a', { formats: ['html', 'links', { type: 'rawHtml' }, 'images'] });
    expectTypeOf(page.html).toEqualTypeOf<string>();
    expectTypeOf(page.rawHtml).toEqualTypeOf<string>();
    expectTypeOf(page.links).toEqualTypeOf<string[]>();
    expectTypeOf(page.images).toEqualTypeOf<string[]>();
    // @ts-expect-error Not asked for.
    page.markdown;
    // @ts-expect-error Not asked for.
    page.json;
  });

  it('has null where a server may lack the capability', () => {
    const page = scrape('a', {
      formats: [
        'summary',
        'audio',
        'video',
        'branding',
        'product',
        'menu',
        { type: 'screenshot', fullPage: true },
        { type: 'changeTracking', modes: ['git-diff'] },
        { type: 'question', question: 'Why?' },
        { type: 'highlights', query: 'Why?' },
        { type: 'attributes', selectors: [{ selector: 'a', attribute: 'href' }] },
      ],
    });
    expectTypeOf(page.summary).toEqualTypeOf<string | null>();
    expectTypeOf(page.audio).toEqualTypeOf<string | null>();
    expectTypeOf(page.video).toEqualTypeOf<string | null>();
    expectTypeOf(page.screenshot).toEqualTypeOf<string | null>();
    expectTypeOf(page.answer).toEqualTypeOf<string | null>();
    expectTypeOf(page.highlights).toEqualTypeOf<string | null>();
    expectTypeOf(page.attributes[0]?.values).toEqualTypeOf<string[] | undefined>();
    expectTypeOf<null>().toExtend<typeof page.branding>();
    expectTypeOf(page.product?.title).toEqualTypeOf<string | undefined>();
    expectTypeOf(page.menu?.isMenu).toEqualTypeOf<boolean | undefined>();
    expectTypeOf(page.changeTracking?.visibility).toExtend<string | undefined>();
    expectTypeOf(page.changeTracking?.json?.price?.previous).toEqualTypeOf<unknown>();
    // @ts-expect-error A question is answered in `answer`.
    page.question;
  });

  it('has the results of actions and parsers, when there are any', () => {
    const page = scrape('a', { actions: [{ type: 'screenshot' }] });
    expectTypeOf(page.actions?.screenshots).toEqualTypeOf<string[] | undefined>();
    expectTypeOf(page.pages?.[0]?.markdown).toEqualTypeOf<string | undefined>();
  });

  it('is one object for those who look at it in an editor', () => {
    expectTypeOf<keyof Scraped<readonly ['html']>>().toEqualTypeOf<
      'html' | 'metadata' | 'warning' | 'actions' | 'pages' | 'blocks'
    >();
    expectTypeOf<keyof Scraped<readonly []>>().toEqualTypeOf<'metadata' | 'warning' | 'actions' | 'pages' | 'blocks'>();
  });
});

describe('json', () => {
  it('has the type of its schema', () => {
    expectTypeOf(scrape('a', { formats: [{ type: 'json', schema: Price }] }).json).toEqualTypeOf<{ price: number }>();
    const withArkType = scrape('a', { formats: ['markdown', { type: 'json', schema: type({ price: 'number' }) }] });
    expectTypeOf(withArkType.json).toEqualTypeOf<{ price: number }>();
    expectTypeOf(withArkType.markdown).toEqualTypeOf<string>();
    const valibot = toStandardJsonSchema(v.object({ price: v.number() }));
    expectTypeOf(scrape('a', { formats: [{ type: 'json', schema: valibot }] }).json).toEqualTypeOf<{ price: number }>();
    const zod3 = z3.object({ price: z3.number() });
    expectTypeOf(scrape('a', { formats: [{ type: 'json', schema: zod3 }] }).json).toEqualTypeOf<{ price: number }>();
    type BeforeStandard = Omit<typeof zod3, '~standard'>;
    expectTypeOf<OutputOf<BeforeStandard>>().toEqualTypeOf<{ price: number }>();
    const zodMini = mini.toJSONSchema(mini.object({ price: mini.number() }));
    expectTypeOf(scrape('a', { formats: [{ type: 'json', schema: zodMini }] }).json).toEqualTypeOf<{ price: number }>();
  });

  it('has what the schema makes of the data', () => {
    const schema = z.object({ at: z.coerce.date(), tags: z.array(z.string()).default([]) });
    expectTypeOf(scrape('a', { formats: [{ type: 'json', schema }] }).json).toEqualTypeOf<{
      at: Date;
      tags: string[];
    }>();
  });

  it('is unknown by a prompt or by JSON Schema', () => {
    expectTypeOf(scrape('a', { formats: ['json'] }).json).toBeUnknown();
    expectTypeOf(scrape('a', { formats: [{ type: 'json', prompt: 'b' }] }).json).toBeUnknown();
    const schema = { type: 'object', properties: { price: { type: 'number' } } };
    expectTypeOf(scrape('a', { formats: [{ type: 'json', schema }] }).json).toBeUnknown();
    expectTypeOf(scrape('a', { formats: [{ type: 'json', schema: { type: 'object' } }] }).json).toBeUnknown();
  });

  it('is unknown by JSON Schema that an interface describes', () => {
    interface SchemaOfAnObject {
      type: 'object';
      properties?: { [name: string]: { type: 'number' } };
    }
    const schema: SchemaOfAnObject = { type: 'object', properties: { price: { type: 'number' } } };
    expectTypeOf(scrape('a', { formats: [{ type: 'json', schema }] }).json).toBeUnknown();
  });

  it('may be one of two types by two schemas', () => {
    const page = scrape('a', {
      formats: [
        { type: 'json', schema: Price },
        { type: 'json', schema: z.object({ name: z.string() }) },
      ],
    });
    expectTypeOf(page.json).toEqualTypeOf<{ price: number } | { name: string }>();
  });

  it('has a schema that can say itself as JSON Schema', () => {
    // @ts-expect-error Valibot needs toStandardJsonSchema().
    scrape('a', { formats: [{ type: 'json', schema: v.object({ price: v.number() }) }] });
    // @ts-expect-error A function is no schema.
    scrape('a', { formats: [{ type: 'json', schema: () => ({ type: 'object' }) }] });
    // @ts-expect-error Nor is a date.
    scrape('a', { formats: [{ type: 'json', schema: new Date() }] });
    // @ts-expect-error A type is no value.
    scrape('a', { formats: [{ type: 'json', schema: 'object' }] });
  });

  it('has a schema of any library behind one type', () => {
    const read = <S extends SchemaInput>(schema: S): OutputOf<S> => schema as OutputOf<S>;
    expectTypeOf(read(Price)).toEqualTypeOf<{ price: number }>();
    expectTypeOf(read({ type: 'object' })).toBeUnknown();
  });
});

describe('formats that the compiler cannot know', () => {
  it('make everything optional', () => {
    const names: string[] = ['markdown'];
    const page = scrape('a', { formats: names });
    expectTypeOf(page.markdown).toEqualTypeOf<string | undefined>();
    expectTypeOf(page.links).toEqualTypeOf<string[] | undefined>();
    expectTypeOf(page.summary).toEqualTypeOf<string | null | undefined>();
    expectTypeOf(page.json).toBeUnknown();
    expectTypeOf(page.metadata.title).toEqualTypeOf<string | string[] | undefined>();
    const formats: Wire.Format[] = ['markdown', { type: 'json', prompt: 'b' }];
    expectTypeOf(scrape('a', { formats }).markdown).toEqualTypeOf<string | undefined>();
    const constant: readonly FormatInput[] = formats;
    expectTypeOf(scrape('a', { formats: constant }).markdown).toEqualTypeOf<string | undefined>();
  });

  it('make optional what may have been asked for, and no more', () => {
    const formats: ('markdown' | 'html')[] = ['html'];
    const page = scrape('a', { formats });
    expectTypeOf(page.markdown).toEqualTypeOf<string | undefined>();
    // @ts-expect-error Not even maybe.
    page.links;
    const either = scrape('a', { formats: ['markdown', sometimes ? 'html' : 'links'] });
    expectTypeOf(either.markdown).toEqualTypeOf<string>();
    expectTypeOf(either.html).toEqualTypeOf<string | undefined>();
    expectTypeOf(either.links).toEqualTypeOf<string[] | undefined>();
  });

  it('are certain of several lists only where they stand in each', () => {
    const page = scrape('a', { formats: sometimes ? ['markdown', 'html'] : ['markdown', 'links'] });
    expectTypeOf(page.markdown).toEqualTypeOf<string>();
    expectTypeOf(page.html).toEqualTypeOf<string | undefined>();
    expectTypeOf(page.links).toEqualTypeOf<string[] | undefined>();
    const presets = { text: ['markdown'], code: ['html', { type: 'json', schema: Price }] } as const;
    const preset = scrape('a', { formats: presets[sometimes ? 'text' : 'code'] });
    expectTypeOf(preset.markdown).toEqualTypeOf<string | undefined>();
    expectTypeOf(preset.html).toEqualTypeOf<string | undefined>();
  });

  it('may be constants', () => {
    const formats = ['markdown', { type: 'json', schema: Price }] as const;
    const page = scrape('a', { formats });
    expectTypeOf(page.markdown).toEqualTypeOf<string>();
    expectTypeOf(page.json.price).toEqualTypeOf<number>();
  });

  it('may come in a request that was built before', () => {
    const request: ScrapeInput = { formats: ['html'] };
    expectTypeOf(scrape('a', request).html).toEqualTypeOf<string | undefined>();
  });

  it('may be handed on by a function with its own callers', () => {
    const read = <const F extends Formats>(request: ScrapeInput<F>): Scraped<F> => scrape('a', request);
    expectTypeOf(read({ formats: ['html'] }).html).toEqualTypeOf<string>();
  });
});

describe('what is misspelt', () => {
  it('does not compile', () => {
    // @ts-expect-error There is no such format.
    scrape('a', { formats: ['markdwn'] });
    // @ts-expect-error Among formats that there are.
    scrape('a', { formats: ['markdown', 'htlm', { type: 'json', schema: Price }] });
    // @ts-expect-error A question needs its options.
    scrape('a', { formats: ['question'] });
    // @ts-expect-error Without its question.
    scrape('a', { formats: [{ type: 'question' }] });
    // @ts-expect-error There is no such type.
    scrape('a', { formats: [{ type: 'jsn' }] });
    // @ts-expect-error There is no such option.
    scrape('a', { formats: [{ type: 'json', promt: 'b' }] });
    // @ts-expect-error An option of another format.
    scrape('a', { formats: [{ type: 'screenshot', prompt: 'b' }] });
    // @ts-expect-error A value of another type.
    scrape('a', { formats: [{ type: 'screenshot', quality: '90' }] });
    // @ts-expect-error Deeper.
    scrape('a', { formats: [{ type: 'screenshot', viewport: { width: 1, heigth: 1 } }] });
    // @ts-expect-error Formats are a list.
    scrape('a', { formats: 'markdown' });
    // @ts-expect-error Beside the formats.
    scrape('a', { formts: ['markdown'] });
    // @ts-expect-error The URL has its own place.
    scrape('a', { url: 'b' });
  });
});

describe('one page of many', () => {
  it('is like a page, with data that may not fit', () => {
    const page = crawl('a', { limit: 1, scrapeOptions: { formats: ['markdown', { type: 'json', schema: Price }] } });
    expectTypeOf(page.markdown).toEqualTypeOf<string>();
    expectTypeOf(page.json).toEqualTypeOf<{ price: number } | null>();
    expectTypeOf(page.jsonError).toEqualTypeOf<SchemaMismatchError | undefined>();
    expectTypeOf(crawl('a').markdown).toEqualTypeOf<string>();
    expectTypeOf(crawl('a').metadata.url).toEqualTypeOf<string>();
  });

  it('has a certain URL as the service sends it, too', async () => {
    const trawl = new Trawl();
    for (const { data = [] } of [await trawl.crawls.get('a'), await trawl.batches.get('a')]) {
      for (const { metadata } of data) expectTypeOf(metadata.url).toEqualTypeOf<string>();
    }
    expectTypeOf(crawl('a').contentError).toEqualTypeOf<ResponseFormatError | undefined>();
    // @ts-expect-error A page by itself is an error instead.
    scrape('a').contentError;
    // @ts-expect-error Nobody asked for data.
    crawl('a').jsonError;
    expectTypeOf(batch(['a'], { formats: ['html'], maxConcurrency: 2 }).html).toEqualTypeOf<string>();
    // @ts-expect-error There is no such format.
    crawl('a', { scrapeOptions: { formats: ['markdwn'] } });
    // @ts-expect-error There is no such option.
    batch(['a'], { formats: [{ type: 'json', promt: 'b' }] });
  });
});

describe('a file', () => {
  it('has only the formats that files have', () => {
    const file = new Blob();
    const page = parse(file, { formats: ['markdown', { type: 'json', schema: Price }] });
    expectTypeOf(page.json).toEqualTypeOf<{ price: number }>();
    expectTypeOf(parse(file).markdown).toEqualTypeOf<string>();
    // @ts-expect-error A file cannot be photographed.
    parse(file, { formats: ['screenshot'] });
    // @ts-expect-error Nor with options.
    parse(file, { formats: [{ type: 'screenshot', fullPage: true }] });
  });
});
