import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Condition, parseQuery } from './query.js';

const nothing = { words: [], phrases: [], excluded: [], conditions: [] };
const text = (operator: string, value: string, negated = false) => ({ operator, value, negated }) as Condition;
const size = (operator: string, width: number, height: number, negated = false) =>
  ({ operator, width, height, negated }) as Condition;

describe('a query', () => {
  test.each([
    ['', {}],
    ['tide tables', { words: ['tide', 'tables'] }],
    ['"tide tables" may', { phrases: ['tide tables'], words: ['may'] }],
    ['“tide tables” may', { phrases: ['tide tables'], words: ['may'] }],
    ['ships -ferry -"night ferry"', { words: ['ships'], excluded: ['ferry', 'night ferry'] }],
    ['e-mail - dash', { words: ['e-mail', 'dash'] }],
    ['site:a.example -site:b.example', { conditions: [text('site', 'a.example'), text('site', 'b.example', true)] }],
    ['filetype:pdf -filetype:html', { conditions: [text('filetype', 'pdf'), text('filetype', 'html', true)] }],
    ['InTitle:Ships inurl:"ships of may"', { conditions: [text('intitle', 'Ships'), text('inurl', 'ships of may')] }],
    ['related:a.example', { conditions: [text('related', 'a.example')] }],
    ['imagesize:800x600 -larger:1X2', { conditions: [size('imagesize', 800, 600), size('larger', 1, 2, true)] }],
    ['a allinurl:b "c d"', { words: ['a'], conditions: [text('inurl', 'b'), text('inurl', 'c d')] }],
    [
      'allintitle:b c site:d e',
      { conditions: [text('intitle', 'b'), text('intitle', 'c'), text('site', 'd')], words: ['e'] },
    ],
    ['allinurl:b -c d', { conditions: [text('inurl', 'b')], excluded: ['c'], words: ['d'] }],
    ['-allintitle:b c', { conditions: [text('intitle', 'b', true)], words: ['c'] }],
    // What only looks like an operator is words.
    ['https://a.example/b note:c', { words: ['https://a.example/b', 'note:c'] }],
    ['larger:big site: x', { words: ['larger', 'big', 'site:', 'x'] }],
    ['"never closed', { phrases: ['never closed'] }],
    ['!!! "?" -* -', {}],
  ])('%s', (query, expected) => {
    expect(parseQuery(query)).toEqual({ ...nothing, ...expected });
  });

  test('is taken as it is, whatever it is', () => {
    const part = fc.constantFrom(
      '-',
      '"',
      ':',
      ' ',
      'site:',
      'allinurl:',
      'imagesize:',
      '9x9',
      'a',
      '*',
      '(',
      '\0',
      '😀',
    );
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string({ unit: 'grapheme' }),
          fc.array(part).map((parts) => parts.join('')),
        ),
        (query) => {
          const { words, phrases, excluded, conditions } = parseQuery(query);
          // But for its quotation marks, which may be those of a word processor, and the case of its operators.
          const text = query.replace(/[“”„«»]/g, '"').toLowerCase();
          for (const value of [...words, ...phrases, ...excluded]) expect(text).toContain(value.toLowerCase());
          for (const condition of conditions) if ('value' in condition) expect(condition.value).not.toBe('');
        },
      ),
    );
  });

  test('has no condition that says nothing', () => {
    expect(parseQuery('allinurl:- "').conditions).toEqual([]);
  });

  test('keeps every word that is no operator', () => {
    const word = fc.stringMatching(/^[a-z]{1,8}$/);
    fc.assert(
      fc.property(fc.array(word), (words) => {
        expect(parseQuery(words.join('  ')).words).toEqual(words);
      }),
    );
  });
});
