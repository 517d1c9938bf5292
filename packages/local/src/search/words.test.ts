import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { openDatabase } from '../store/sqlite.js';
import { inflectionsOf, prefixOf, significantWords } from './inflections.js';
import { folded, ftsPhrase, indexable } from './words.js';

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
        const phrase = ftsPhrase(parts.join(''));
        expect(phrase).toMatch(/^"[^"]*"$/);
        database.all('select rowid from t where t match ?', phrase);
      }),
    );
    expect(database.all('select rowid from t where t match ?', ftsPhrase('a) OR (b'))).toEqual([]);
    expect(database.all('select rowid from t where t match ?', ftsPhrase('A-b'))).toEqual([{ rowid: 1 }]);
    database.close();
  });

  test('takes scripts without spaces apart', () => {
    expect(ftsPhrase('東京 tower')).toBe('"東  京  tower"');
    expect(indexable('ภาษา')).toBe(' ภ  า  ษ  า ');
    expect(indexable('Straße 𠀀')).toBe('Straße  𠀀 ');
  });
});

test('folding keeps every character in its place', () => {
  expect(folded('Çà ẞ İx')).toHaveLength('Çà ẞ İx'.length);
  expect(folded('Crème BRÛLÉE')).toBe('creme brulee');
});

test.each([
  ['parse', ['parses', 'parsed', 'parsing'], 'pars'],
  ['parsing', ['pars', 'parses', 'parsed', 'parse'], 'pars'],
  ['running', ['runn', 'runns', 'runned', 'run', 'runs'], 'run'],
  ['libraries', ['library', 'libraried', 'librarying'], 'librar'],
  ['classes', ['class', 'classed', 'classing'], 'class'],
  ['string', ['strings', 'stringed', 'stringing'], 'string'],
  ['tried', ['try', 'tries', 'trying'], 'tried'],
  ['SQLite', ['sqlites', 'sqlited', 'sqliting'], 'SQLit'],
  ['naïve', [], 'naïve'],
  ['v8', [], 'v8'],
  ['herring', ['herr', 'herrs', 'herred'], 'herr'],
])('%s has the forms %j', (word, forms, beginning) => {
  expect(inflectionsOf(word)).toEqual(forms);
  expect(prefixOf(word)).toBe(beginning);
});

test('words that every page has are passed over, unless there are no others', () => {
  expect(significantWords(['How', 'to', 'parse', 'a', 'PDF?'])).toEqual(['parse', 'PDF?']);
  expect(significantWords(['to', 'be'])).toEqual(['to', 'be']);
});
