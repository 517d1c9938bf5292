import { expect, it } from 'vitest';
import { toMarkdown } from '../convert/convert.js';

const TEXT = '<p>The kettle in our office broke in March, so the team wrote a small program that orders a new one.</p>';
const edit = (query: string) => `<a href="/w/index.php?title=T&amp;${query}">edit</a>`;
const language = (code: string) =>
  `<li><a lang="${code}" hreflang="${code}" href="https://${code}.a.example/T">${code}</a></li>`;

const markdownOf = (part: string) =>
  toMarkdown(`<main><h1>Kettles</h1>${TEXT}${part}${TEXT}</main>`).split('\n\n').slice(2, -1);

it.each([
  ['in a heading', `<h2>History<span>[${edit('action=edit&amp;section=1')}]</span></h2>`],
  [
    'beside a heading',
    `<div><h2>History</h2><span><span>[</span>${edit('veaction=edit')} | ${edit('action=edit')}]</span></div>`,
  ],
])('links to the editor are left out %s', (_, html) => expect(markdownOf(html)).toEqual(['## History']));

it('a link to a page that is not written yet stays', () => {
  expect(markdownOf(`<p>See ${edit('action=edit&amp;redlink=1')}.</p>`).join()).toContain('[edit]');
});

it.each([
  ['a menu', '<div>The player<ul role="menu"><li role="menuitem">Quality</li></ul></div>', 'Quality'],
  ['a link that runs a script', '<div><a href="javascript:;">Go back</a></div>', 'Go back'],
])('%s is left out', (_, html, label) => expect(markdownOf(html).join()).not.toContain(label));

it('a link that runs a script stays in its sentence', () => {
  expect(markdownOf('<p>Then <a href="javascript:go()">go back</a>.</p>')).toEqual(['Then go back.']);
});

it('the list of languages and hidden categories are left out', () => {
  const list = `<div><span>Languages</span><ul>${language('de')}${language('fr')}</ul></div>`;
  const categories = '<div class="mw-hidden-cats-hidden">Hidden categories: <a href="/c">All kettles</a></div>';
  expect(markdownOf(list + categories)).toEqual([]);
});
