import { describe, expect, it } from 'vitest';
import { toMarkdown } from '../convert/convert.js';

const page = (faq: string) =>
  `<title>Tea</title><main><h1>Tea</h1><p>The kettle in our office broke in March, so the team wrote a program.</p>${faq}<p>The last sentence of the text ends here.</p></main>`;

const between = (faq: string) => toMarkdown(page(faq)).split(/program\.\n\n|\n\nThe last/)[1];

describe('what a button opens stands below its words', () => {
  it.each([
    [
      'by its identifier',
      '<div><div><button aria-expanded="false" aria-controls="a">Is it hot?</button></div><div id="a" role="region" style="display:none"><p>It is.</p></div></div>',
    ],
    ['behind it', '<button aria-expanded="false">Is it hot?</button><div hidden><p>It is.</p></div>'],
    [
      'behind its box',
      '<div><div><span role="button" aria-expanded="true">Is it hot?</span></div><div><p>It is.</p></div></div>',
    ],
  ])('%s', (_, faq) => expect(between(faq)?.replace(/\*\*/g, '')).toBe('Is it hot?\n\nIt is.'));

  it('which may be a heading', () => {
    expect(between('<h3><button aria-expanded="false">Is it hot?</button></h3><div hidden><p>It is.</p></div>')).toBe(
      '### Is it hot?\n\nIt is.',
    );
  });

  it.each([
    ['a menu', '<button aria-expanded="false" aria-haspopup="menu">More</button><div hidden><p>Of this.</p></div>'],
    ['a list of links', '<button aria-expanded="false">More</button><ul hidden><li><a href="/a">Of this</a></li></ul>'],
    ['a dialog', '<button aria-expanded="false">More</button><div role="dialog" hidden><p>Of this.</p></div>'],
    ['a part of the frame', '<nav><button aria-expanded="false">More</button><div hidden><p>Of this.</p></div></nav>'],
  ])('unless it is %s', (_, faq) => expect(toMarkdown(page(faq), { onlyMainContent: false })).not.toContain('Of this'));
});
