import { describe, expect, it } from 'vitest';
import { toMarkdown } from '../convert/convert.js';

const page = (text: string, after = '') =>
  `<title>Tea</title><article><h1>Tea</h1>${text}<p>The last sentence of the text ends here.</p></article>${after}`;

const FOOTNOTES = '\n\nThe last sentence of the text ends here.\n\n[^1]: Two.\n\n[^2]: *Three*.';

describe('notes that no link leads to are footnotes', () => {
  it.each([
    [
      'hidden in their references',
      page(
        '<p>Ref<span>1<span hidden>Two.</span></span> and<span>2<span style="display: none"><i>Three</i>.</span></span></p>',
      ),
    ],
    [
      'behind them, with the numbers again',
      page(
        '<p>Ref<span><sup>1</sup><span><span><sup>1</sup><span>1</span>Two.</span></span></span> and<sup>2</sup><small><sup>2</sup> <i>Three</i>.</small></p>',
      ),
    ],
    [
      'hidden elsewhere, with identifiers that attributes have',
      page(
        '<p>Ref<sup data-note="a">*</sup> and<span aria-details="b"><a href="#">†</a></span></p><aside id="a" hidden>Two.</aside><div id="b" style="display:none"><i>Three</i>.</div>',
      ),
    ],
    [
      'paragraphs that begin with the raised numbers',
      page(
        '<p>Ref<sup>1</sup> and<sup>2</sup></p>',
        '<div><h4>Notes</h4><p><sup>1</sup> Two.</p><p><sup>2</sup> <i>Three</i>.</p></div>',
      ),
    ],
    [
      'items that have the raised numbers in their identifiers',
      page(
        '<p>Ref<sup>1</sup> and<sup>2</sup></p>',
        '<div><h4>Notes</h4><ol><li id="note-1">Two.</li><li id="note-2"><i>Three</i>.</li></ol></div>',
      ),
    ],
    [
      'below headings that lead back',
      page(
        '<p>Ref<a id="r1" href="#n1"><sup>1</sup></a> and<a id="r2" href="#n2"><sup>2</sup></a></p>',
        '<div><h4>Notes</h4><h5><a id="n1" href="#r1">(1)</a></h5><p>Two.</p><h5><a id="n2" href="#r2">(2)</a></h5><p><i>Three</i>.</p></div>',
      ),
    ],
  ])('%s', (_, html) => expect(toMarkdown(html)).toBe(`# Tea\n\nRef[^1] and[^2]${FOOTNOTES}`));

  it('and keep the blocks that follow the first of each', () => {
    const notes = '<div><p><sup>1</sup> Two:</p><ul><li>a</li></ul><p><sup>2</sup> Three.</p></div>';
    expect(toMarkdown(page('<p>Ref<sup>1</sup> and<sup>2</sup></p>', notes))).toMatch(
      /\[\^1\]: Two:\n\n {4}- a\n\n\[\^2\]: Three\.$/,
    );
  });

  it.each([
    [
      'powers',
      '<p>Ref<sup>1</sup> of 3 m<sup>2</sup> and<sup>2</sup></p><p><sup>1</sup> Two.</p><p><sup>2</sup> Three.</p>',
    ],
    ['numbers of isotopes', '<p>Found<sup>1</sup> in C<sup>2</sup></p><p><sup>13</sup>C and</p><p><sup>14</sup>C</p>'],
    ['the sign of a menu', '<p>Open <span data-target="menu">☰</span></p><div id="menu"><p>Tea</p></div>'],
  ])('but not %s', (_, text) => expect(toMarkdown(page(text))).not.toContain('[^'));
});

it('keeps a button that is a word of a sentence, whatever stands around it', () => {
  expect(toMarkdown(page('<p>Pour the <span><button><em>tea</em></button></span> slowly.</p>'))).toContain(
    'Pour the *tea* slowly.',
  );
});
