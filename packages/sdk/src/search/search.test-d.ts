/**
 * What a search finds, as the compiler sees it. `npm run typecheck` compiles this file, and fails on an assertion that
 * does not hold and on a `@ts-expect-error` that expects nothing; nothing here is run.
 */
import type * as Wire from '@trawl/client';
import { describe, expectTypeOf, it } from 'vitest';
import { z } from 'zod';
import type { SchemaMismatchError } from '../errors/errors.js';
import type { Formats } from '../formats/format-input.js';
import { query, type SearchOperator, type SearchQuery } from './query.js';
import type { DefaultSources, SearchInput, SearchSourceInput, Sources } from './search-input.js';
import type { NoFormats, SearchResults } from './search-results.js';
import { type TimeFilter, tbs } from './time-filter.js';

declare function search<const S extends Sources = DefaultSources, const F extends Formats = NoFormats>(
  query: SearchQuery,
  request?: SearchInput<S, F>,
): SearchResults<S, F>;
declare const sometimes: boolean;

describe('sources', () => {
  it('are the web unless told otherwise', () => {
    const found = search('a');
    expectTypeOf(found.web[0]?.url).toEqualTypeOf<string | undefined>();
    expectTypeOf(found.creditsUsed).toEqualTypeOf<number | undefined>();
    expectTypeOf(found.warning).toEqualTypeOf<string | null | undefined>();
    // @ts-expect-error Not asked for.
    found.news;
    expectTypeOf(search('a', { limit: 3, country: 'DE' }).web).toBeArray();
  });

  it('make the lists, by their names or with options', () => {
    const found = search('a', { sources: ['news', 'images'] });
    expectTypeOf(found.news[0]?.snippet).toEqualTypeOf<string | undefined>();
    expectTypeOf(found.images[0]?.imageWidth).toEqualTypeOf<number | undefined>();
    // @ts-expect-error Not asked for.
    found.web;
    const local = search('a', { sources: [{ type: 'web', location: 'Berlin', tbs: 'qdr:w' }, { type: 'news' }] });
    expectTypeOf<keyof typeof local>().toEqualTypeOf<'web' | 'news' | 'id' | 'creditsUsed' | 'warning'>();
  });

  it('make optional lists when the compiler cannot know them', () => {
    const names: string[] = ['web'];
    const found = search('a', { sources: names });
    expectTypeOf(found.web?.[0]?.url).toEqualTypeOf<string | undefined>();
    expectTypeOf(found.images?.[0]?.imageUrl).toEqualTypeOf<string | undefined>();
    // @ts-expect-error It may be missing.
    found.web.length;
    const either = search('a', { sources: ['web', sometimes ? 'news' : 'images'] });
    expectTypeOf(either.web).toBeArray();
    // @ts-expect-error It may be missing.
    either.news.length;
    const sources: readonly Wire.SearchSourceName[] = ['web'];
    // @ts-expect-error It may be missing.
    search('a', { sources }).web.length;
    const objects: readonly SearchSourceInput[] = [{ type: 'web' }];
    // @ts-expect-error It may be missing.
    search('a', { sources: objects }).web.length;
    search('a', { sources: sometimes ? names : objects });
    search('a', { sources: sometimes ? ['web', 'news'] : [{ type: 'web', location: 'Berlin' }] });
  });

  it('are known to a function that passes its arguments on', () => {
    const passOn = (...args: Parameters<typeof search>) => search(...args);
    expectTypeOf(passOn('a', { sources: ['web'] }).web?.[0]?.url).toEqualTypeOf<string | undefined>();
    // @ts-expect-error No such source.
    passOn('a', { sources: ['webb'] });
  });

  it('make optional lists of several, unless they stand in each', () => {
    const found = search('a', { sources: sometimes ? ['web', 'news'] : ['web', 'images'] });
    expectTypeOf(found.web).toBeArray();
    // @ts-expect-error It may be missing.
    found.news.length;
    // @ts-expect-error It may be missing.
    found.images.length;
  });

  it('do not compile when they are misspelt', () => {
    // @ts-expect-error There is no such source.
    search('a', { sources: ['webb'] });
    // @ts-expect-error There is no such type.
    search('a', { sources: [{ type: 'webb' }] });
    // @ts-expect-error There is no such option.
    search('a', { sources: [{ type: 'web', locaton: 'Berlin' }] });
    // @ts-expect-error An option of another source.
    search('a', { sources: [{ type: 'news', location: 'Berlin' }] });
    // @ts-expect-error The server takes names or objects, but not both.
    search('a', { sources: ['web', { type: 'news' }] });
  });
});

describe('a result', () => {
  it('has no content unless formats are given', () => {
    const [result] = search('a', { scrapeOptions: { onlyMainContent: true } }).web;
    expectTypeOf(result?.title).toEqualTypeOf<string | undefined>();
    expectTypeOf(result?.description).toEqualTypeOf<string | undefined>();
    // @ts-expect-error Nothing was read.
    result?.markdown;
    // @ts-expect-error Nothing was read.
    result?.metadata;
  });

  it('has the content that was asked for, or null where the page could not be read', () => {
    const schema = z.object({ price: z.number() });
    const found = search('a', {
      sources: ['web', 'news'],
      scrapeOptions: { formats: ['markdown', 'links', { type: 'json', schema }] },
    });
    const result = found.web[0] ?? found.news[0];
    expectTypeOf(result?.markdown).toEqualTypeOf<string | null | undefined>();
    expectTypeOf(result?.links).toEqualTypeOf<string[] | null | undefined>();
    expectTypeOf(result?.json).toEqualTypeOf<{ price: number } | null | undefined>();
    expectTypeOf(result?.jsonError).toEqualTypeOf<SchemaMismatchError | undefined>();
    expectTypeOf(result?.metadata?.statusCode).toEqualTypeOf<number | undefined>();
    // @ts-expect-error Not asked for.
    result?.html;
  });

  it('has content that may be there when the formats are not known', () => {
    const formats: string[] = ['markdown'];
    const [result] = search('a', { scrapeOptions: { formats } }).web;
    expectTypeOf(result?.markdown).toEqualTypeOf<string | null | undefined>();
    expectTypeOf(result?.html).toEqualTypeOf<string | null | undefined>();
    // @ts-expect-error There is no such format.
    search('a', { scrapeOptions: { formats: ['markdwn'] } });
  });

  it('that is an image is never read', () => {
    const found = search('a', { sources: ['images'], scrapeOptions: { formats: ['markdown'] } });
    // @ts-expect-error There is no content.
    found.images[0]?.markdown;
  });
});

describe('a request', () => {
  it('names the hosts to search or the hosts to leave out', () => {
    search('a', { includeDomains: ['a.example'] });
    search('a', { excludeDomains: ['a.example'], sources: ['news'] });
    // @ts-expect-error Not both.
    search('a', { includeDomains: ['a.example'], excludeDomains: ['b.example'] });
    // @ts-expect-error There is no such field.
    search('a', { includeDomain: ['a.example'] });
  });

  it('takes what the contract takes', () => {
    const request = {} as Omit<Wire.SearchRequest, 'query' | 'includeDomains' | 'excludeDomains' | 'tbs' | 'sources'>;
    search('a', request);
    // @ts-expect-error The query has its own place.
    search('a', { query: 'b' });
  });
});

describe('a time filter', () => {
  it('may be written as it is sent', () => {
    search('a', { tbs: 'qdr:w' });
    search('a', { tbs: 'sbd:1' });
    search('a', { tbs: 'sbd:1,qdr:w' });
    search('a', { tbs: 'qdr:w,sbd:1' });
    search('a', { tbs: 'cdr:1,cd_min:01/01/2026,cd_max:06/30/2026' });
    search('a', { tbs: 'sbd:1,cdr:1,cd_min:01/01/2026,cd_max:06/30/2026' });
    search('a', { tbs: 'qdr:h2' });
    search('a', { tbs: 'qdr:n10,sbd:1' });
    search('a', { tbs: 'li:1' });
    search('a', { tbs: '' });
    search('a', { tbs: 'cdr:1,cd_min:1/2/2026,cd_max:6/30/2026' });
  });

  it('does not compile when it is misspelt', () => {
    // @ts-expect-error There is no such period.
    search('a', { tbs: 'qdr:z' });
    // @ts-expect-error Not this way round.
    search('a', { tbs: 'cd_min:01/01/2026,cd_max:06/30/2026' });
    // @ts-expect-error Not as a date of ISO.
    search('a', { tbs: 'cdr:1,cd_min:2026-01-01,cd_max:06/30/2026' });
    // @ts-expect-error At no end.
    search('a', { tbs: 'cdr:1,cd_min:01/01/2026,cd_max:2026-06-30' });
    // @ts-expect-error For one source, too.
    search('a', { sources: [{ type: 'web', tbs: 'qdr:z' }] });
  });

  it('may be built, and text of any origin may be checked', () => {
    const text: string = 'qdr:w';
    // @ts-expect-error Nobody knows what it is.
    search('a', { tbs: text });
    search('a', { tbs: tbs(text) });
    expectTypeOf(tbs({ past: 'week', sortByDate: true })).toEqualTypeOf<TimeFilter>();
    tbs({ from: '2026-01-01', to: new Date() });
    // @ts-expect-error There is no such period.
    tbs({ past: 'fortnight' });
    // @ts-expect-error A range has two ends.
    tbs({ from: '2026-01-01' });
    // @ts-expect-error One or the other.
    tbs({ past: 'week', from: '2026-01-01', to: '2026-02-01' });
    // @ts-expect-error It asks for nothing.
    tbs({});
  });
});

describe('a query', () => {
  it('may be any text, of which the operators have a type', () => {
    search('anchors site:github.com');
    const operators = [
      'site:github.com',
      '-filetype:pdf',
      '"open api"',
      'imagesize:800x600',
    ] satisfies SearchOperator[];
    search(operators.join(' '));
    // @ts-expect-error Misspelt.
    'sites:github.com' satisfies SearchOperator;
    // @ts-expect-error No size.
    'larger:big' satisfies SearchOperator;
    // What an editor offers while the query is being written.
    expectTypeOf<Extract<SearchQuery, 'site:' | '-inurl:'>>().toEqualTypeOf<'site:' | '-inurl:'>();
  });

  it('is text, built or not', () => {
    search('openapi site:github.com');
    search(query('openapi', { site: 'github.com', exclude: ['spam', { inUrl: 'archive' }] }));
    // @ts-expect-error There is no such operator.
    query('openapi', { sites: 'github.com' });
    // @ts-expect-error Nor one that can be left out.
    query('openapi', { exclude: [{ sites: 'github.com' }] });
  });
});
