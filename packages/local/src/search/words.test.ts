import { expect, test } from 'vitest';
import { inflectionsOf, prefixOf, significantWords } from './inflections.js';
import { folded } from './words.js';

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
