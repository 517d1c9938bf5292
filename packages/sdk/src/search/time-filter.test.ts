import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ConfigurationError } from '../errors/errors.js';
import { type DayInput, type TimeFilterOptions, tbs } from './time-filter.js';

describe('tbs', () => {
  it.each<[TimeFilterOptions, string]>([
    [{ past: 'hour' }, 'qdr:h'],
    [{ past: 'day' }, 'qdr:d'],
    [{ past: 'week' }, 'qdr:w'],
    [{ past: 'month' }, 'qdr:m'],
    [{ past: 'year' }, 'qdr:y'],
    [{ sortByDate: true }, 'sbd:1'],
    [{ past: 'week', sortByDate: true }, 'sbd:1,qdr:w'],
    [{ past: 'week', sortByDate: false }, 'qdr:w'],
    [{ from: '2026-01-02', to: '2026-06-30' }, 'cdr:1,cd_min:01/02/2026,cd_max:06/30/2026'],
    [{ from: '01/02/2026', to: '06/30/2026' }, 'cdr:1,cd_min:01/02/2026,cd_max:06/30/2026'],
    [{ from: '2026-01-02', to: '2026-01-02' }, 'cdr:1,cd_min:01/02/2026,cd_max:01/02/2026'],
    [
      { from: new Date('2026-01-02T23:59:59Z'), to: new Date('2026-06-30T00:00:00Z'), sortByDate: true },
      'sbd:1,cdr:1,cd_min:01/02/2026,cd_max:06/30/2026',
    ],
  ])('writes %o', (options, expected) => {
    expect(tbs(options)).toBe(expected);
  });

  it('writes what it takes as text, whatever the days', () => {
    const day = fc.date({ min: new Date('0001-01-01'), max: new Date('9999-12-31'), noInvalidDate: true });
    fc.assert(
      fc.property(day, day, fc.boolean(), (one, other, sortByDate) => {
        const [from, to] = one < other ? [one, other] : [other, one];
        const filter = tbs({ from, to, sortByDate });
        const iso = (date: Date): string => date.toISOString().slice(0, 10);
        expect(tbs(filter)).toBe(filter);
        expect(tbs({ from: iso(from) as '1-1-1', to: iso(to) as '1-1-1', sortByDate })).toBe(filter);
      }),
    );
  });

  it.each<[unknown, string]>([
    ['2026-02-30', 'a day that the month does not have'],
    ['2026-13-01', 'a month that the year does not have'],
    ['02/30/2026', 'such a day as Americans write it'],
    ['1/2/2026', 'a day of one digit'],
    ['2026-1-2', 'the same the other way'],
    ['30.06.2026', 'another way to write days'],
    [new Date(Number.NaN), 'no date'],
    [new Date('+012345-01-01'), 'a day of a far future'],
    [undefined, 'no end'],
  ])('refuses %o: %s', (day) => {
    expect(() => tbs({ from: '2026-01-01', to: day as DayInput })).toThrow(ConfigurationError);
    expect(() => tbs({ from: '2026-01-01', to: day as DayInput })).toThrow(/^to must be a Date, YYYY-MM-DD/);
    expect(() => tbs({ from: day as DayInput, to: '2026-01-01' })).toThrow(/^from must be a Date, YYYY-MM-DD/);
  });

  it('refuses a range that ends before it begins', () => {
    expect(() => tbs({ from: '2026-02-01', to: '01/31/2026' })).toThrow(
      'from (2026-02-01) must not be after to (2026-01-31).',
    );
  });

  it('refuses a filter without a time, and one that there is not', () => {
    expect(() => tbs({} as TimeFilterOptions)).toThrow(/^tbs must be .*, not ""\.$/);
    expect(() => tbs({ past: 'fortnight' } as unknown as TimeFilterOptions)).toThrow('not "fortnight".');
  });

  it.each([
    ['cdr:1,cd_min:13/45/2026,cd_max:01/01/2020', /^cd_min must be .* a day that exists\.$/],
    ['cdr:1,cd_min:02/28/2026,cd_max:02/30/2026', /^cd_max must be .* a day that exists\.$/],
    ['cdr:1,cd_min:02/28/2026,cd_max:02/27/2026', 'cd_min (2026-02-28) must not be after cd_max (2026-02-27).'],
    ['qdr:d,qdr:w', 'not "qdr:d,qdr:w".'],
    ['sbd:1,qdr:w,sbd:1', 'not "sbd:1,qdr:w,sbd:1".'],
    [undefined as never, 'not "".'],
  ])('refuses the text %s', (filter, message) => {
    expect(() => tbs(filter)).toThrow(ConfigurationError);
    expect(() => tbs(filter)).toThrow(message);
  });

  it.each(['', 'qdr:h2', 'qdr:n10', 'qdr:w,sbd:1', 'sbd:0', 'li:1', 'cdr:1,cd_min:1/2/2026,cd_max:6/30/2026'])(
    'passes the text "%s", which servers take',
    (filter) => expect(tbs(filter)).toBe(filter),
  );

  it('passes known parts in any order', () => {
    const times = ['qdr:w', 'qdr:h2', 'cdr:1,cd_min:01/02/2026,cd_max:06/30/2026'];
    const parts = fc.tuple(fc.constantFrom(...times), fc.subarray(['sbd:1', 'li:1']));
    const texts = parts.chain(([time, others]) => fc.shuffledSubarray([time, ...others], { minLength: 1 }));
    fc.assert(
      fc.property(texts, (text) => {
        expect(tbs(text.join(','))).toBe(text.join(','));
      }),
    );
  });

  it.each(['qdr:w,', ',qdr:w', 'qdr:w\n', 'sbd:1qdr:w', 'qdr:z', 'cd_min:01/01/2026'])(
    'refuses the text %j',
    (filter) => {
      expect(() => tbs(filter)).toThrow(ConfigurationError);
    },
  );
});
