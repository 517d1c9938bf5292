import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ConfigurationError } from '../errors/errors.js';
import { creditTable } from '../generated/credit-table.js';
import type { EstimableRequests } from './estimable.js';
import { estimateCredits } from './estimate.js';

type Operation = keyof EstimableRequests;
type Case = { [Op in Operation]: readonly [operation: Op, request: EstimableRequests[Op]] }[Operation];

/** The compiler cannot see that the two of a case belong together. */
const estimate = ([operation, request]: Case) => estimateCredits(operation, request as never);
const idsOf = (call: Case) => estimate(call).rules.map(({ id }) => id);

/** Leaves out what else there would be by default. */
const plain = { proxy: 'basic', parsers: [] } as const;
const urls = ['https://example.com/1', 'https://example.com/2', 'https://example.com/3'];
const upTo10 = [{ type: 'pdf', maxPages: 10 }] as const;

const CASES: readonly (readonly [id: string, call: Case, min: number, max: number])[] = [
  ['enterprise-zdr', ['search', { limit: 20, enterprise: ['zdr'] }], 0, 20],
  ['enterprise-zdr', ['search', { limit: 21, enterprise: ['zdr'] }], 0, 30],
  ['enterprise-zdr', ['search', { enterprise: ['zdr'] }], 0, 10],
  ['enterprise-zdr', ['search', { limit: 20, enterprise: ['zdr'], sources: ['web', 'news'] }], 0, 40],
  ['enterprise-zdr', ['search', { limit: 20, enterprise: ['zdr'], sources: [] }], 0, 20],
  [
    'pdf-without-parser',
    ['search', { limit: 4, sources: ['web', 'images'], scrapeOptions: { formats: ['markdown'], parsers: [] } }],
    0,
    4,
  ],
  [
    'proxy-auto',
    ['search', { limit: 4, sources: ['news', 'images'], scrapeOptions: { formats: ['markdown'] } }],
    0,
    20,
  ],
  ['proxy-auto', ['search', { limit: 4, sources: [], scrapeOptions: { formats: ['markdown'] } }], 0, 20],
  ['enterprise-zdr', ['search', { limit: 10, enterprise: ['zdr'], sources: ['web', 'images'] }], 0, 20],
  ['enterprise-anon', ['search', { limit: 100, enterprise: ['anon'] }], 0, 20],

  ['proxy-enhanced', ['scrape', { ...plain, proxy: 'enhanced' }], 0, 5],
  ['proxy-enhanced', ['batchScrape', { ...plain, urls, proxy: 'enhanced' }], 0, 15],
  ['proxy-enhanced', ['crawl', { limit: 7, scrapeOptions: { ...plain, proxy: 'enhanced' } }], 0, 35],
  ['proxy-enhanced', ['search', { scrapeOptions: { formats: ['markdown'], proxy: 'enhanced' } }], 0, 50],
  ['proxy-auto', ['scrape', {}], 0, 5],
  ['proxy-auto', ['scrape', { proxy: 'auto' }], 0, 5],
  ['proxy-auto', ['scrape', { proxy: undefined } as object], 0, 5],
  ['proxy-auto', ['crawl', { limit: 7 }], 0, 35],
  ['proxy-auto', ['parse', { proxy: 'auto' }], 0, 5],

  ['pdf-pages', ['scrape', {}], 0, Infinity],
  ['pdf-pages', ['scrape', { parsers: ['pdf'] }], 0, Infinity],
  ['pdf-pages', ['scrape', { parsers: upTo10 }], 0, 10],
  ['pdf-pages', ['scrape', { parsers: ['pdf', ...upTo10] }], 0, Infinity],
  ['pdf-pages', ['parse', {}], 0, Infinity],
  ['pdf-pages', ['parse', { parsers: upTo10 }], 0, 10],
  ['pdf-pages', ['batchScrape', { urls, parsers: upTo10 }], 0, 30],
  ['pdf-pages', ['batchScrape', { urls: [] }], 0, 0],
  ['pdf-pages', ['crawl', { scrapeOptions: { parsers: upTo10 } }], 0, 100_000],
  ['pdf-pages', ['search', { limit: 5, scrapeOptions: { formats: ['markdown'], parsers: upTo10 } }], 0, 50],
  ['pdf-without-parser', ['scrape', { parsers: [] }], 0, 1],
  ['pdf-without-parser', ['parse', { parsers: [] }], 0, 1],
  ['pdf-without-parser', ['batchScrape', { urls, parsers: [] }], 0, 3],

  ['lockdown-hit', ['scrape', { lockdown: true }], 5, 5],
  ['lockdown-hit', ['batchScrape', { urls, lockdown: true }], 15, 15],
  ['lockdown-miss', ['scrape', { lockdown: true }], 1, 1],
  ['lockdown-miss', ['crawl', { limit: 7, scrapeOptions: { lockdown: true } }], 0, 7],

  ['threat-protection', ['scrape', { threatProtection: { mode: 'normal' } }], 2, 2],
  ['threat-protection', ['batchScrape', { urls, threatProtection: { mode: 'normal' } }], 6, 6],
  ['threat-protection', ['crawl', { limit: 7, scrapeOptions: { threatProtection: { mode: 'normal' } } }], 0, 14],
  ['threat-protection', ['search', { limit: 5, threatProtection: { mode: 'normal' } }], 0, 10],
];

describe('a rule of the contract', () => {
  it.each(CASES)('%s holds for %j: %d to %d', (id, call, min, max) => {
    expect(estimate(call).rules).toContainEqual({ id, description: expect.any(String), min, max });
  });

  it('is reached by some request, whichever it is', () => {
    expect(new Set(CASES.map(([id]) => id))).toEqual(new Set(creditTable.rules.map(({ id }) => id)));
  });

  it.each<[string, Case]>([
    ['another value', ['scrape', { ...plain, parsers: ['pdf'], lockdown: false, threatProtection: { mode: 'off' } }]],
    ['a policy without a mode', ['scrape', { ...plain, parsers: ['pdf'], threatProtection: { blacklist: [] } }]],
  ])('does not hold for %s', (_, call) => expect(idsOf(call)).toEqual(['pdf-pages']));

  it.each<[string, Case]>([
    ['does not say what to read', ['search', { limit: 5 }]],
    ['says only how', ['search', { scrapeOptions: { lockdown: true, proxy: 'enhanced' } }]],
  ])('about reading does not hold for a search that %s', (_, call) => expect(idsOf(call)).toEqual([]));

  it.each<[string, Case]>(
    [
      ['no format', { scrapeOptions: { formats: [] } }],
      ['images only', { sources: ['images'], scrapeOptions: { formats: ['markdown'] } }],
    ].map(([what, request]) => [what, ['search', request]] as [string, Case]),
  )('about reading does not hold for a search for %s', (_, call) => expect(idsOf(call)).toEqual([]));

  it('about proxies does not hold in lockdown, which contacts no page', () => {
    expect(idsOf(['scrape', { parsers: [], lockdown: true }])).not.toContain('proxy-auto');
    expect(idsOf(['crawl', { scrapeOptions: { lockdown: true } }])).not.toContain('proxy-auto');
  });

  it('about PDFs does not hold for a file that is none by its name', () => {
    expect(idsOf(['parse', { filename: 'a.md' }])).toEqual([]);
    expect(idsOf(['parse', { filename: 'a.PDF' }])).toEqual(['pdf-pages']);
  });

  it('counts the results of a kind once, however often it is asked for', () => {
    const sources = [{ type: 'web' }, { type: 'web', location: 'DE' }] as const;
    expect(estimateCredits('search', { limit: 10, sources, enterprise: ['zdr'] }).max).toBe(10);
  });

  it('by default holds for a search that reads its results', () => {
    expect(idsOf(['search', { scrapeOptions: { formats: ['markdown'] } }])).toEqual(['proxy-auto', 'pdf-pages']);
  });

  it('about searches holds for no other call, even if its request is wrong', () => {
    expect(idsOf(['scrape', { ...plain, enterprise: ['zdr'] } as object])).toEqual(['pdf-without-parser']);
  });

  it('of which the default is not known for a call needs the option', () => {
    expect(idsOf(['parse', {}])).toEqual(['pdf-pages']);
  });
});

describe('the sum', () => {
  it('takes the min and the max of rules that exclude each other', () => {
    expect(estimateCredits('scrape', { proxy: 'basic', parsers: [], lockdown: true })).toMatchObject({
      min: 1,
      max: 5 + 1,
    });
  });

  it('adds rules for different values and fields', () => {
    const request = { limit: 10, enterprise: ['zdr', 'anon'], threatProtection: { mode: 'normal' } } as const;
    expect(estimateCredits('search', request)).toMatchObject({ min: 0, max: 10 + 2 + 20 });
  });

  it('is nothing where no rule holds', () => {
    expect(estimateCredits('search', {})).toMatchObject({ min: 0, max: 0, rules: [] });
  });

  it('is nothing for a crawl or a batch of no pages, however long their PDFs may be', () => {
    expect(estimateCredits('crawl', { limit: 0 })).toMatchObject({ min: 0, max: 0 });
    expect(estimateCredits('batchScrape', { urls: [] })).toMatchObject({ min: 0, max: 0 });
  });
});

describe('the expected cost', () => {
  const json = { type: 'json', prompt: 'a' } as const;
  it.each<[Case, number, number]>([
    [['scrape', { url: 'https://example.com' }], 1, 5],
    [['scrape', plain], 1, 1],
    [['scrape', { ...plain, proxy: 'enhanced' }], 1, 5],
    [['scrape', { ...plain, formats: ['markdown', json] }], 1, 5],
    [['scrape', { ...plain, parsers: upTo10 }], 1, 10],
    [['scrape', { ...plain, parsers: ['pdf'], url: 'https://example.com/a.pdf?b=c' }], 1, Infinity],
    [['scrape', { ...plain, lockdown: true }], 1, 5],
    [['scrape', { ...plain, threatProtection: { mode: 'normal' } }], 3, 3],
    [['batchScrape', { ...plain, urls }], 3, 3],
    [['crawl', { limit: 50 }], 0, 250],
    [['crawl', { limit: 50, scrapeOptions: plain }], 0, 50],
    [['parse', { filename: 'a.docx' }], 1, 1],
    [['parse', { filename: 'a.pdf' }], 1, Infinity],
    [['parse', { filename: 'a.pdf', parsers: upTo10 }], 1, 10],
    [['search', { limit: 10 }], 0, 2],
    [['search', { limit: 11 }], 0, 4],
    [['search', { limit: 10, enterprise: ['zdr', 'anon'] }], 0, 10],
    [['search', { limit: 10, scrapeOptions: { ...plain, formats: ['markdown'] } }], 0, 12],
    [['crawl', { limit: 0 }], 0, 0],
  ])('of %j is from %d to %d', (call, min, max) => {
    expect(estimate(call).expected).toEqual({ min, max });
  });

  it('names the regular costs', () => {
    const { regular } = estimateCredits('search', { limit: 10, scrapeOptions: { formats: ['markdown', json] } });
    expect(regular).toEqual([
      { id: 'page', description: 'A page that is read.', min: 0, max: 10 },
      { id: 'results', description: 'A search.', min: 0, max: 2 },
      { id: 'model-format', description: expect.any(String), min: 0, max: 40 },
    ]);
  });
});

describe('what is not known', () => {
  const always = [
    'Whether your service charges the regular costs of running servers: the documentation states none.',
    'What a page that cannot be read costs.',
    'What policies of the organization add, unless the request overrides them.',
  ];
  const pdfs = 'How many documents are PDFs, and how long they are: maxPages bounds it.';
  it.each<[Case, string[]]>([
    [['search', { limit: 20 }], ['How many results there will be: 20 at most.']],
    [
      ['search', { limit: 20, sources: [{ type: 'web' }, { type: 'news' }] }],
      ['How many results there will be: 40 at most.'],
    ],
    [['scrape', {}], [pdfs]],
    [['parse', {}], [pdfs]],
    [['scrape', { parsers: [] }], ['How many documents are PDFs.']],
    [['batchScrape', { urls }], [pdfs]],
    [
      ['crawl', {}],
      ['How many pages there will be: 10000 at most.', pdfs],
    ],
  ])('of %j is said in sentences', (call, sentences) => {
    expect(estimate(call).unknown).toEqual([...always, ...sentences]);
  });
});

describe('every estimate', () => {
  const optional = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined });
  const pdf = fc.record({ type: fc.constant('pdf' as const), maxPages: fc.integer({ min: 1, max: 10_000 }) });
  const reading = fc.record(
    {
      proxy: fc.constantFrom('basic' as const, 'enhanced' as const, 'auto' as const),
      parsers: fc.array(fc.oneof(fc.constant('pdf' as const), pdf)),
      lockdown: fc.boolean(),
      threatProtection: fc.record({ mode: fc.constantFrom('off' as const, 'normal' as const) }),
    },
    { requiredKeys: [] },
  );
  const limit = fc.integer({ min: 0, max: 100 });
  const sources = optional(fc.array(fc.constantFrom('web' as const, 'news' as const)));
  const enterprise = fc.array(fc.constantFrom('zdr' as const, 'anon' as const));
  const formats = optional(fc.constant(['markdown' as const]));
  /** A call of any kind as a function of its limit. */
  const calls = fc
    .record({ reading, sources, enterprise, formats })
    .chain(({ reading, sources, enterprise, formats }) => {
      const scrapeOptions = { ...reading, ...(formats && { formats }) };
      return fc.constantFrom<((limit: number) => Case)[]>(
        (limit) => ['search', { limit, enterprise, scrapeOptions, ...(sources && { sources }) }],
        (limit) => ['crawl', { limit, scrapeOptions }],
        (limit) => [
          'batchScrape',
          { ...reading, urls: Array.from({ length: limit }, (_, index) => `http://a.test/${index}`) },
        ],
        () => ['scrape', reading],
      );
    });

  it('has a min that is no more than its max', () => {
    fc.assert(
      fc.property(calls, limit, (call, limit) => {
        const { expected, regular, min, max, rules } = estimate(call(limit));
        for (const bounds of [expected, { min, max }, ...regular, ...rules]) {
          expect(bounds.min).toBeGreaterThanOrEqual(0);
          expect(bounds.max).toBeGreaterThanOrEqual(bounds.min);
        }
      }),
    );
  });

  it('never falls when more is asked for', () => {
    fc.assert(
      fc.property(calls, limit, limit, (call, one, other) => {
        const fewer = estimate(call(Math.min(one, other)));
        const more = estimate(call(Math.max(one, other)));
        expect(more.max).toBeGreaterThanOrEqual(fewer.max);
        expect(more.min).toBeGreaterThanOrEqual(fewer.min);
      }),
    );
  });

  it('is the same with fields that it does not know', () => {
    const fields = fc.dictionary(
      fc.string().map((name) => `x-${name}`),
      fc.jsonValue(),
    );
    fc.assert(
      fc.property(calls, limit, fields, (call, limit, unknown) => {
        const [operation, request] = call(limit);
        expect(estimate([operation, { ...unknown, ...request }] as Case)).toEqual(
          estimate([operation, request] as Case),
        );
      }),
    );
  });
});

it('takes the request of a method with all that the SDK allows in it', () => {
  const schema = { '~standard': { version: 1, vendor: 'ours', validate: (value: unknown) => ({ value }) } } as const;
  const estimated = estimateCredits('scrape', { url: 'https://example.com', formats: [{ type: 'json', schema }] });
  expect(estimated.rules.map(({ id }) => id)).toEqual(['proxy-auto', 'pdf-pages']);
});

it('answers as in its documentation', () => {
  const { max, rules, unknown } = estimateCredits('search', { limit: 20, enterprise: ['zdr'] });
  expect(max).toBe(20);
  expect(rules.map(({ id }) => id)).toEqual(['enterprise-zdr']);
  expect(unknown).toContain('How many results there will be: 20 at most.');
});

describe('what JavaScript passes although the types forbid it', () => {
  it('is refused where there is no such call', () => {
    expect(() => estimateCredits('map' as never, {} as never)).toThrow(ConfigurationError);
    expect(() => estimateCredits('toString' as never, {} as never)).toThrow(
      'toString cannot be estimated, only search, scrape, parse, crawl, batchScrape.',
    );
  });

  it('is taken for what it says', () => {
    const enterprise = ['zdr'] as const;
    expect(estimateCredits('search', { enterprise, sources: 'web' as never })).toMatchObject({ max: 10 });
    expect(estimateCredits('search', { enterprise, sources: [null, 'news'] as never })).toMatchObject({ max: 20 });
  });

  it('is no request where there is none', () => {
    expect(estimateCredits('search', undefined as never)).toMatchObject({ max: 0 });
  });

  it.each<[Parameters<typeof estimateCredits>]>([
    [['batchScrape', {} as never]],
    [['batchScrape', { urls: 5 } as never]],
    [['crawl', { limit: Number.NaN }]],
    [['search', { limit: 'ten' } as never]],
  ])('is refused where it says no number: %j', ([operation, request]) => {
    const estimate = () => estimateCredits(operation, request);
    expect(estimate).toThrow(ConfigurationError);
    expect(estimate).toThrow(`${operation} needs a limit, or urls, to be estimated.`);
  });
});
