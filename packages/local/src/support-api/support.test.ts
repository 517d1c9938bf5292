import { createVirtualClock } from '@trawl/base/clock';
import { afterAll, describe, expect, it } from 'vitest';
import { openStores } from '../store/sqlite/open-stores.js';
import { openDatabase } from '../store/sqlite/sqlite.js';
import { createSupport } from './support.js';

const database = openDatabase();
const support = createSupport(openStores(database, createVirtualClock()));

afterAll(() => database.close());

describe('a failure that the reference knows', () => {
  it('is explained, with the parameters that mend it', async () => {
    const failed = { operation: 'scrapePage', status: 408, code: 'SCRAPE_TIMEOUT', request: { timeout: 20_000 } };
    const answer = await support.ask(`This call failed. Why?\n${JSON.stringify(failed)}`);
    expect(answer.answer).toContain('SCRAPE_TIMEOUT: The page took longer than `timeout`.');
    expect(answer).toMatchObject({
      confidence: 'high',
      fixParameters: { timeout: 40_000 },
      validation: { tested: false },
    });
  });

  it('is explained once', async () => {
    const { answer = '' } = await support.ask('I get SCRAPE_TIMEOUT all the time');
    expect(answer.match(/^SCRAPE_TIMEOUT:/gm)).toHaveLength(1);
  });

  it('starts from the default where the call gave no value', async () => {
    expect((await support.ask('I get SCRAPE_TIMEOUT all the time')).fixParameters).toEqual({ timeout: 120_000 });
  });

  it.each(['a timeout of 20 s', 'timeout: 20000', 'a timeout of 20 seconds'])(
    'reads %s in a question',
    async (words) => {
      expect((await support.ask(`Why do I get SCRAPE_TIMEOUT with ${words}?`)).fixParameters).toEqual({
        timeout: 40_000,
      });
    },
  );

  it.each([
    ['braces in prose', 'The {url} I send is {broken'],
    ['an object that is no JSON', '{ not: JSON }'],
    ['braces in its strings', 'See', '{"note":"}{","x":"\\"}",'],
  ])('is found in the question after %s', async (_, prose, begin = '{') => {
    const answer = await support.ask(`${prose} ${begin}"code":"SCRAPE_TIMEOUT","request":{"timeout":20000}} Why?`);
    expect(answer).toMatchObject({ confidence: 'high', fixParameters: { timeout: 40_000 } });
  });

  it('never proposes what the contract refuses', async () => {
    const answer = await support.ask('SCRAPE_TIMEOUT', { parameters: { timeout: 300_000 } });
    expect(answer.fixParameters).toBeNull();
    expect((await support.ask('SCRAPE_TIMEOUT', { parameters: { timeout: 200_000 } })).fixParameters).toEqual({
      timeout: 300_000,
    });
  });

  it.each([
    ['SCRAPE_NO_CACHED_DATA', { minAge: 86_400_000 }, { minAge: 1 }],
    ['SCRAPE_LOCKDOWN_CACHE_MISS', { lockdown: true }, { lockdown: false }],
    ['BAD_REQUEST', { waitFor: 40_000, timeout: 60_000 }, { timeout: 80_000 }],
  ])('mends %s', async (code, parameters, fix) => {
    expect(await support.ask(`Why ${code}?`, { parameters })).toMatchObject({ confidence: 'high', fixParameters: fix });
  });

  it.each([
    ['SCRAPE_NO_CACHED_DATA', 'minAge'],
    ['SCRAPE_LOCKDOWN_CACHE_MISS', 'lockdown'],
  ])('proposes nothing for a call with %s that it was not told of', async (code, parameter) => {
    const answer = await support.ask(`What does ${code} mean?`);
    expect(answer.fixParameters).toBeNull();
    expect(answer.answer).toContain(`\`${parameter}\``);
  });

  it('brings values that are too big or too small to their limit, and names the others', async () => {
    const details = [
      { code: 'too_big', maximum: 100, path: ['limit'] },
      { code: 'unrecognized_keys', keys: ['foo'], path: ['scrapeOptions', 'foo'] },
    ];
    const answer = await support.ask('Why was this refused?', { code: 'BAD_REQUEST', details, body: { limit: 101 } });
    expect(answer.fixParameters).toEqual({ limit: 100 });
    expect(answer.answer).toContain('`scrapeOptions.foo`');
  });
});

it('takes details that are none for none', async () => {
  const details = [{ code: 'too_big', path: 'limit' }, 'limit', null, { path: 5 }];
  const answer = await support.ask('Why was this refused?', { code: 'BAD_REQUEST', details });
  expect(answer.answer).toContain('The `details` of the answer name each field');
});

describe('a question', () => {
  it.each([
    ['What is the default of maxAge?', 'maxAge'],
    ['How many items may the blacklist hold?', 'blacklist'],
    ['How can I cancel a crawl?', 'DELETE /v2/crawl/{id}'],
    ['How many credits does a PDF cost?', 'Credits for parsers: pdf'],
  ])('"%s" is answered from the reference', async (question, about) => {
    expect((await support.ask(question)).answer).toContain(about);
    const { evidence } = await support.searchDocs(question);
    expect(evidence?.map(({ reason }) => reason).join(' ')).toContain(about);
  });

  it.each(['What is the default of maxAge?', 'What does waitFor do?', 'only main content'])(
    '"%s" is told nothing twice',
    async (question) => {
      const sentences = (await support.ask(question)).answer?.split('\n') ?? [];
      const texts = sentences.map((line) => line.replace(/^[^:]*: /, ''));
      expect(texts.length).toBeGreaterThan(1);
      expect(texts).toEqual([...new Set(texts)]);
    },
  );

  it('gets an honest answer when the reference says nothing', async () => {
    const nothing = { answer: 'The reference says nothing about that.', confidence: 'low', fixParameters: null };
    expect(await support.ask('Zzyzx qwrtp?')).toMatchObject(nothing);
    expect(await support.ask('why')).toMatchObject(nothing);
  });

  it.each(['"', 'it\'s "quoted" AND (broken* NEAR', '{ "code": ', '{}{}{', '*', ''])(
    'does no harm: %s',
    async (question) => {
      expect((await support.ask(question)).answer).toBeTypeOf('string');
    },
  );
});
