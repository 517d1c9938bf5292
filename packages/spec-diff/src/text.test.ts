import { expect, it } from 'vitest';
import { code, literalText, name, plainText, text, withoutDoubles } from './text.js';

it('keeps apart what we say and what a contract says', () => {
  const kind: 'added' | 'removed' = 'removed';
  expect(text`The field ${code('a`b')} of ${name('200')} was ${kind} (\`allOf\`), ${2} times.`).toEqual([
    { kind: 'words', text: 'The field ' },
    { kind: 'code', text: 'a`b' },
    { kind: 'words', text: ' of ' },
    { kind: 'name', text: '200' },
    { kind: 'words', text: ' was ' },
    { kind: 'words', text: 'removed' },
    { kind: 'words', text: ' (' },
    { kind: 'code', text: 'allOf' },
    { kind: 'words', text: '), ' },
    { kind: 'words', text: '2' },
    { kind: 'words', text: ' times.' },
  ]);
});

it('takes no word that is not known before it runs', () => {
  const title: string = ['from', 'a', 'contract'].join(' ');
  // @ts-expect-error A string has to be marked as `code` or as `name`.
  expect(plainText(text`The title ${title}`)).toBe('The title from a contract');
});

it('is one text of the same parts', () => {
  expect(withoutDoubles([code('a'), literalText('`a`'), literalText('a'), name('a')]).map(plainText)).toEqual([
    '`a`',
    'a',
    'a',
  ]);
});
