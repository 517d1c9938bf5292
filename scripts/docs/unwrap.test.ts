import { expect, it } from 'vitest';
import { unwrap } from './unwrap.js';

it.each([
  ['a paragraph', 'one\ntwo\nthree\n', 'one two three\n'],
  ['each paragraph by itself', 'one\ntwo\n\nthree\nfour', 'one two\n\nthree four'],
  ['the lines of a list item', '- one\n  two\n- three', '- one two\n- three'],
])('joins %s', (_, wrapped, joined) => {
  expect(unwrap(wrapped)).toBe(joined);
});

it.each([
  ['a heading', '# One\ntext'],
  ['a table', 'text\n\n| a | b |\n|---|---|\n| 1 | 2 |\ntext'],
  ['a quotation', '> one\n> two'],
  ['code', '```bash\none\n  two\n\nthree\n```'],
  ['numbered steps', '1. one\n2. two'],
])('leaves %s as it is', (_, markdown) => {
  expect(unwrap(markdown)).toBe(markdown);
});
