import { expect, test } from 'vitest';
import { partsOf } from './page-parts.js';

test('a page is split before its headings', () => {
  const markdown = '# One\n\naaaa\n\n## Two\n\nbbbb\n\n## Three\n\ncccc\n';
  expect(partsOf(markdown, 30)).toEqual({
    parts: ['# One\n\naaaa\n\n## Two\n\nbbbb\n\n', '## Three\n\ncccc\n'],
    isCut: false,
  });
});

test('a comment in a code block is no heading', () => {
  const code = '```sh\n# install\nnpm install\n```\n';
  expect(partsOf(`intro text of some length\n${code}`, 30).parts.join('')).toContain(code);
  expect(partsOf(`${code}# Two\n`, 34).parts).toEqual([code, '# Two\n']);
});

test('a section, a line and a page that are too long are bounded', () => {
  const { parts, isCut } = partsOf(`${'a'.repeat(25)}\n${'b\n'.repeat(10)}`, 10, 3);
  expect(parts).toEqual(['a'.repeat(10), 'a'.repeat(10), `aaaaa\nb\nb\n`]);
  expect(isCut).toBe(true);
});

test('an empty page is one empty part', () => {
  expect(partsOf('')).toEqual({ parts: [''], isCut: false });
});
