import { createRequire } from 'node:module';
import { describe, expect, it } from 'vitest';
import { ConfigurationError } from '../errors/errors.js';
import { query } from './query.js';

const { components } = createRequire(import.meta.url)('@trawl/client/openapi.json');
const { description, maxLength } = components.schemas.SearchRequest.properties.query;

describe('query', () => {
  it.each(['-b', ' -b c'])('excludes nothing that is excluded already: %s', (exclude) => {
    expect(() => query('a', { exclude })).toThrow('exclude must be what to exclude, without a minus');
  });

  it('takes null for no options, and no text for none', () => {
    expect(query('a', null as never)).toBe('a');
    expect(() => query(null as never)).toThrow('query must have words or an operator');
  });

  it('puts each operator after the words', () => {
    expect(
      query('typescript sdk', {
        exact: 'open api',
        exclude: ['spam', { site: 'x.example' }],
        site: 'github.com',
        filetype: 'pdf',
        inUrl: 'docs',
        inTitle: 'guide',
        related: 'b.example',
        imageSize: { width: 800, height: 600 },
        larger: { width: 400, height: 300 },
        allInUrl: ['api', 'v2'],
      }),
    ).toBe(
      'typescript sdk "open api" -spam -site:x.example site:github.com filetype:pdf inurl:docs intitle:guide ' +
        'related:b.example imagesize:800x600 larger:400x300 allinurl:api v2',
    );
    expect(query('a', { allInTitle: ['b', 'c'], site: 'd.example' })).toBe('a site:d.example allintitle:b c');
  });

  it('has an option for each operator of the contract, and no other', () => {
    const operators = [...description.matchAll(/^\| `([^`]+)` \|/gm)].map(([, operator]) => operator);
    const size = { width: 1, height: 1 };
    const all = query('', {
      exact: 'text',
      exclude: 'x',
      site: 'x',
      filetype: 'x',
      inUrl: 'x',
      inTitle: 'x',
      related: 'x',
      imageSize: size,
      larger: size,
      allInUrl: ['x'],
    });
    const used = [...all.matchAll(/"text"|-|[a-z]+:/g), ...query('', { allInTitle: ['x'] }).matchAll(/[a-z]+:/g)];
    expect(operators).toHaveLength(11);
    expect(used.map(String).sort()).toEqual(operators.sort());
  });

  it('leaves the words alone', () => {
    expect(query('  "open api" -spam OR site:github.com ')).toBe('"open api" -spam OR site:github.com');
    expect(query('', { site: 'github.com' })).toBe('site:github.com');
  });

  it('takes several phrases, words and exclusions', () => {
    expect(query('a', { exact: ['b c', 'd'], inUrl: ['e', 'f'], inTitle: ['g'] })).toBe(
      'a "b c" "d" inurl:e inurl:f intitle:g',
    );
    expect(query('a', { exclude: 'b' })).toBe('a -b');
    expect(query('a', { exclude: { site: 'b.example', filetype: 'pdf', inUrl: ['c', 'd'] } })).toBe(
      'a -site:b.example -filetype:pdf -inurl:c -inurl:d',
    );
    expect(query('a', { allInUrl: [], exclude: [], exact: [] })).toBe('a');
  });

  it('quotes what has spaces, and only that', () => {
    expect(query('a', { inTitle: 'open api', inUrl: ' v2 ', exclude: ['two words', { inTitle: 'x y' }] })).toBe(
      'a -"two words" -intitle:"x y" intitle:"open api" inurl:v2',
    );
    expect(query('a', { allInUrl: ['b', 'c d'] })).toBe('a allinurl:b "c d"');
  });

  it('takes a file extension with its dot', () => {
    expect(query('a', { filetype: '.pdf' })).toBe('a filetype:pdf');
  });

  it.each<[string, () => string, string]>([
    ['nothing', () => query(' '), 'query must have words or an operator'],
    ['a line break', () => query('a\nb'), 'query must have words or an operator, and no line breaks.'],
    [
      'a line break in an operator',
      () => query('a', { exact: 'b\r\nc' }),
      'query must have words or an operator, and no line breaks.',
    ],
    [
      'a quotation mark',
      () => query('a', { exact: 'say "b"' }),
      'exact must be text without quotation marks, not "say \\"b\\"".',
    ],
    ['a quotation mark in a word', () => query('a', { exclude: { inUrl: '"' } }), 'inUrl must be text'],
    ['an empty operator', () => query('a', { site: ' ' }), 'site must be a single name'],
    ['an empty exclusion', () => query('a', { exclude: '' }), 'exclude must be text'],
    ['a URL for a site', () => query('a', { site: 'https://b.example' }), 'site must be a single name'],
    ['two sites in one', () => query('a', { site: 'b.example c.example' }), 'site must be a single name'],
    [
      'a fraction of a pixel',
      () => query('a', { larger: { width: 1.5, height: 1 } }),
      'larger must be a width and a height in whole pixels, not "1.5x1".',
    ],
    ['no pixels', () => query('a', { imageSize: { width: 1, height: 0 } }), 'imageSize must be a width'],
    ['a number', () => query('a', { inUrl: 5 as never }), 'inUrl must be text without quotation marks, not 5.'],
    [
      'nothing at all',
      () => query('a', { site: null as never }),
      'site must be a single name such as example.com, not null.',
    ],
    ['a number to leave out', () => query('a', { exclude: [5 as never] }), 'exclude must be'],
    ['no size', () => query('a', { larger: null as never }), 'larger must be a width'],
    ['a number for words', () => query('a', { allInUrl: [5 as never] }), 'allInUrl must be text'],
    ['two that reach to the end', () => query('a', { allInUrl: ['b'], allInTitle: ['c'] }), 'cannot be used together'],
    ['an unknown operator', () => query('a', { sites: 'b' } as object), 'There is no search operator sites.'],
  ])('refuses %s', (_, build, message) => {
    expect(build).toThrow(ConfigurationError);
    expect(build).toThrow(message);
  });

  it('refuses what is too long by the contract', () => {
    expect(query('a'.repeat(maxLength))).toHaveLength(maxLength);
    expect(() => query('a'.repeat(maxLength - 1), { exclude: 'b' })).toThrow(
      `query must be at most ${maxLength} characters, not ${maxLength + 2}.`,
    );
  });
});
