import { expect, it } from 'vitest';
import { toMarkdown } from '../convert/convert.js';

const TABLE = '| a | b |\n| --- | --- |\n| 1 | 2 |';

it.each([
  [
    'a head without a row',
    '<table><thead><th>a</th><th>b</th></thead><tbody><tr><td>1</td><td>2</td></tr></tbody></table>',
    TABLE,
  ],
  ['cells without rows', '<table><th>a</th><th>b</th><tbody><td>1</td><td>2</td></tbody></table>', TABLE],
  [
    'a text between rows',
    '<table>Look:<tr><th>a<th>b</tr>here <b>too</b><tr><td>1<td>2</tr></table>',
    `Look:here **too**\n\n${TABLE}`,
  ],
  [
    'elements between cells',
    '<table><tr><th>a<th>b</tr><tr><p>Note</p><td>1</td><i>x</i><td>2</td></tr></table>',
    `Note\n\n*x*\n\n${TABLE}`,
  ],
  ['a form around rows', '<table><form><tr><th>a<th>b</tr><tr><td>1<td>2</tr></form></table>', TABLE],
  ['an open cell before a group', '<table><thead><tr><th>a<th>b<tbody><tr><td>1<td>2</table>', TABLE],
  ['missing cells', '<table><tr><th>a<th>b</tr><tr><td>1</tr></table>', '| a | b |\n| --- | --- |\n| 1 |  |'],
  [
    'a table in a table',
    '<table><tr><td><div><table><tr><th>a<th>b<tr><td>1<td>2</table></div></td></tr></table>',
    TABLE,
  ],
])('a table with %s is completed', (_, html, expected) => expect(toMarkdown(html)).toBe(expected));
