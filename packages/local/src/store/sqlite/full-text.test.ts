import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { indexable, phraseOf } from './full-text.js';
import { openDatabase } from './sqlite.js';

describe('a phrase for the full-text index', () => {
  test('says nothing in the language of the index, and never makes it fail', () => {
    const database = openDatabase();
    database.execute("create virtual table t using fts5 (text); insert into t values ('a b')");
    const part = fc.constantFrom(
      '"',
      "'",
      '*',
      '(',
      ')',
      'NEAR',
      'OR',
      'NOT',
      ' ',
      'text:',
      '^',
      '-',
      '\0',
      'é',
      '中',
      '😀',
    );
    fc.assert(
      fc.property(fc.array(part), (parts) => {
        const phrase = phraseOf(parts.join(''));
        expect(phrase).toMatch(/^"[^"]*"$/);
        database.all('select rowid from t where t match ?', phrase);
      }),
    );
    expect(database.all('select rowid from t where t match ?', phraseOf('a) OR (b'))).toEqual([]);
    expect(database.all('select rowid from t where t match ?', phraseOf('A-b'))).toEqual([{ rowid: 1 }]);
    database.close();
  });

  test('takes scripts without spaces apart', () => {
    expect(phraseOf('東京 tower')).toBe('"東  京  tower"');
    expect(indexable('ภาษา')).toBe(' ภ  า  ษ  า ');
    expect(indexable('Straße 𠀀')).toBe('Straße  𠀀 ');
  });
});
