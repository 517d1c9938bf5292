import { describe, expect, it } from 'vitest';
import { convert, toMarkdown } from '../convert/convert.js';

const TEXT = '<p>The kettle in our office broke in March, so the team wrote a small program that orders a new one.</p>';
const ARTICLE = `<article><h1>Kettles</h1>${TEXT}${TEXT.replace('The', 'A')}</article>`;
const NAV = '<nav><a href="/">Home</a></nav>';

describe('content that a script would show is read', () => {
  it.each([
    ['by its visibility', `${NAV}<div id="js_content" style="visibility: hidden; opacity: 0">${ARTICLE}</div>`],
    ['by its display', `${NAV}<main style="display:none">${ARTICLE}</main><p>Loading</p>`],
    ['by its attribute', `${NAV}<div id="app" hidden>${ARTICLE}</div>`],
  ])('%s', async (_, body) => {
    const { markdown, isEmptyShell } = await convert(`${body}<script src="/app.js"></script>`, { filename: 'a.html' });
    expect(markdown).toContain('# Kettles');
    expect(isEmptyShell).toBe(false);
  });

  it('of a body that is hidden as a whole', () => {
    expect(toMarkdown(`<body style="display: none">${ARTICLE}</body>`)).toContain('# Kettles');
  });

  it('but not what is hidden beside a text that is shown', () => {
    const markdown = toMarkdown(`${ARTICLE}<div style="display: none">${TEXT.replace('kettle', 'dialog')}</div>`);
    expect(markdown).toContain('# Kettles');
    expect(markdown).not.toContain('dialog');
  });
});

describe('text that React streams stands in its place', () => {
  const page = (boundaries: string, parts: string, scripts: string) =>
    `<!doctype html><body><div id="root"><main><h1>Kettles</h1>${boundaries}<p>The end of the text, which was there at once.</p></main></div>${parts}${scripts}</body>`;
  const boundary = (id: number) => `<!--$?--><template id="B:${id}"></template><p>Loading ${id}</p><!--/$-->`;
  const part = (id: number, html: string) => `<div hidden id="S:${id}">${html}</div>`;
  const run = (...calls: string[]) => `<script>$RC=function(b,c){};${calls.join(';')}</script>`;
  const order = (markdown: string) => markdown.match(/First|Second|Loading \d|The end/g);

  it.each([
    [
      'one boundary',
      page(boundary(0), part(0, TEXT.replace('The', 'First')), run('$RC("B:0","S:0")')),
      ['First', 'The end'],
    ],
    [
      'a boundary in another, which came first',
      page(
        boundary(0),
        part(1, TEXT.replace('The', 'Second')) + part(0, TEXT.replace('The', 'First') + boundary(1)),
        run('$RC("B:1","S:1")', '$RC("B:0","S:0")'),
      ),
      ['First', 'Second', 'The end'],
    ],
    [
      'a segment of a boundary',
      page(
        boundary(0),
        part(0, `${TEXT.replace('The', 'First')}<template id="P:1"></template>`) +
          part(1, TEXT.replace('The', 'Second')),
        run('$RS("S:1","P:1")', '$RC("B:0","S:0")'),
      ),
      ['First', 'Second', 'The end'],
    ],
    [
      'attributes in the place of scripts',
      page(
        boundary(0),
        part(0, TEXT.replace('The', 'First')),
        '<template data-rci="" data-bid="B:0" data-sid="S:0"></template>',
      ),
      ['First', 'The end'],
    ],
    ['no instructions', page(boundary(0), part(0, TEXT.replace('The', 'First')), ''), ['First', 'The end']],
    ['a part that has not come', page(boundary(0), '', ''), ['Loading 0', 'The end']],
  ])('%s', (_, html, expected) => expect(order(toMarkdown(html))).toEqual(expected));
});
