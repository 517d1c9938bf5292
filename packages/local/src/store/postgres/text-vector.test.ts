import fc from 'fast-check';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sharedServer } from '../../../test/postgres/database.js';
import { queriesOf, vectorOf } from './text-vector.js';

describe.skipIf('missing' in sharedServer)('the words of a text, for PostgreSQL', () => {
  const client = new pg.Client('missing' in sharedServer ? {} : { connectionString: sharedServer.url });
  beforeAll(() => client.connect());
  afterAll(() => client.end());

  /** Whether a text has the words of a search. */
  async function isFound(text: string, searched: string, team = 'a'): Promise<boolean> {
    const { all } = queriesOf('a', { required: [], words: [[{ text: searched }]], excluded: [] });
    const query = 'select $1::tsvector @@ $2::tsquery as found';
    return (await client.query(query, [vectorOf(team, [[text, 'D']]), all])).rows[0].found;
  }

  test.each([
    ['The night ferry', 'NIGHT', true],
    ['The night ferry', 'night ferry', true],
    ['The night ferry', 'ferry night', false],
    ['Crème brûlée', 'creme brulee', true],
    ['東京タワーの時刻表', '京', true],
    ['東京タワーの時刻表', '表', true],
    ['東京タワーの時刻表', '東京タワー', true],
    ['東京タワーの時刻表', '京東', false],
    ['iPhone手机 shop', 'iphone手机', true],
    ['iPhone手机 shop', '手机 shop', true],
    ['anything', '!?', false],
  ])('%j has %j: %s', async (text, searched, expected) => {
    expect(await isFound(text, searched)).toBe(expected);
  });

  test('belong to one team', async () => {
    expect(await isFound('night ferry', 'ferry', 'b')).toBe(false);
  });

  test('are found wherever they stand in a long text', async () => {
    const text = `${'in the harbour of many words '.repeat(20_000)} zebra crossing`;
    expect(await isFound(text, 'zebra')).toBe(true);
    expect(await isFound(text, 'zebra crossing')).toBe(true);
    expect(await isFound(Array.from({ length: 200_000 }, (_, index) => `w${index}`).join(' '), 'w5')).toBe(true);
  });

  test('never make a statement fail, whatever is stored or searched for', async () => {
    const part = fc.constantFrom(
      "'",
      '\\',
      ':',
      '*',
      '&',
      '|',
      '!',
      '<->',
      '(',
      ')',
      ' ',
      'a',
      'É',
      '中',
      '😀',
      '\u0301',
      'ﬁ',
      '𠀀',
    );
    const text = fc.array(part, { maxLength: 12 }).map((parts) => parts.join(''));
    await fc.assert(
      fc.asyncProperty(text, text, async (stored, searched) => void (await isFound(stored, searched))),
      {
        numRuns: 60,
      },
    );
  });
});
