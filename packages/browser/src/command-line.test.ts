import { expect, it } from 'vitest';
import { commandLines } from './command-line.js';

it.each<[string, string[][]]>([
  ['open example.com', [['open', 'example.com']]],
  [`fill '#item' "green tea"`, [['fill', '#item', 'green tea']]],
  [`fill #item ''`, [['fill', '#item', '']]],
  [`type "[name=\\"q\\"]" it\\'s`, [['type', '[name="q"]', "it's"]]],
  [`eval '$("a") | b & c; \`d\`'`, [['eval', '$("a") | b & c; `d`']]],
  ['fill @e1 "5 $"', [['fill', '@e1', '5 $']]],
  [
    '# look\n  open a.example \n\nsnapshot -i',
    [
      ['open', 'a.example'],
      ['snapshot', '-i'],
    ],
  ],
  ['click \\\n  @e1', [['click', '@e1']]],
  ['', []],
])('reads %j as a shell does', (text, lines) => {
  expect(commandLines(text)).toEqual(lines);
});

it.each([
  'ls | head',
  'open a; open b',
  'open a && open b',
  'open $HOME',
  'fill @e1 "$(id)"',
  'fill @e1 "$HOME"',
  'fill @e1 "`id`"',
  'get html body > file',
  'open https://a.example/?a=1&b=2',
  '(open a)',
])('refuses what only a shell can do: %s', (text) => {
  expect(() => commandLines(text)).toThrow('There is no shell here');
});

it.each([`fill @e1 'a`, 'fill @e1 "a'])('refuses a quote that is not closed: %s', (text) => {
  expect(() => commandLines(text)).toThrow('is not closed');
});
