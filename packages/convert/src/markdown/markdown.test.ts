import { describe, expect, it } from 'vitest';
import { parseHtml } from '../html/html.js';
import { toMarkdown } from './markdown.js';
import type { MarkdownOptions } from './phrases.js';

const markdown = (html: string, options: Partial<MarkdownOptions> = {}): string =>
  toMarkdown(
    { roots: [parseHtml(html)], dropped: new Set() },
    { baseUrl: 'https://site.example/docs/page', removeBase64Images: true, ...options },
  );

/** What is written, and what comes of it. */
type Case = [name: string, html: string, expected: string];

describe('blocks', () => {
  it.each<Case>([
    ['headings', '<h1>One</h1><h3>Three <em>x</em></h3><h2> </h2>', '# One\n\n### Three *x*'],
    ['a heading of several lines', '<h2>One<br>two</h2>', '## One two'],
    ['paragraphs', '<p>One\n  two</p><div>three</div>four', 'One two\n\nthree\n\nfour'],
    ['quotes', '<blockquote><p>One</p><p>two</p></blockquote>', '> One\n>\n> two'],
    ['a rule', 'a<hr>b', 'a\n\n---\n\nb'],
    ['line breaks', '<p>one<br>two<br></p>', 'one  \ntwo'],
    ['paragraphs by two line breaks', 'One.<br> <br/>Two.<br>Three', 'One.\n\nTwo.  \nThree'],
    ['emphasis in several paragraphs', '<b>One<br><br>two</b> three', '**One**\n\n**two** three'],
    [
      'paragraphs in items and quotes',
      '<ul><li>a<br><br>b</ul><blockquote>c<br><br>d</blockquote>',
      '- a\n\n  b\n\n> c\n>\n> d',
    ],
    [
      'no paragraphs in headings and links',
      '<h2>a<br><br>b</h2><a href="/x">c<br><br>d</a>',
      '## a b\n\n[c  \nd](https://site.example/x)',
    ],
    ['inline elements around blocks', '<span><p>one</p><p>two</p></span>', 'one\n\ntwo'],
    ['details', '<details><summary>More</summary><p>text</p></details>', '**More**\n\ntext'],
    ['what is hidden', '<p hidden>no</p><p style="display: none">no</p><script>no</script><p>yes</p>', 'yes'],
    ['panels of tabs', '<div role="tabpanel" hidden><p>yes</p></div>', 'yes'],
  ])('%s', (_, html, expected) => expect(markdown(html)).toBe(expected));
});

describe('lists', () => {
  it.each<Case>([
    ['bullets', '<ul><li>a<li>b</ul>', '- a\n- b'],
    ['numbers, from where they start', '<ol start="9"><li>a</li><li>b</li></ol>', '9. a\n10. b'],
    [
      'lists in lists',
      '<ul><li>a<ul><li>b<ol><li>c</li></ol></li></ul></li><li>d</li></ul>',
      '- a\n  - b\n    1. c\n- d',
    ],
    ['lists between items', '<ul><li>a</li><ul><li>b</li></ul></ul>', '- a\n  - b'],
    ['paragraphs in items', '<ul><li><p>a</p><p>b</p></li><li>c</li></ul>', '- a\n\n  b\n\n- c'],
    ['one paragraph in each item', '<ul><li><p>a</p></li><li><p>b</p></li></ul>', '- a\n- b'],
    ['code in items', '<ol><li>a<pre>x\n y</pre></li></ol>', '1. a\n\n   ```\n   x\n    y\n   ```'],
    [
      'tasks',
      '<ul><li><input type="checkbox" checked> a</li><li><label><input type="checkbox"> b</label></li></ul>',
      '- [x] a\n- [ ] b',
    ],
    [
      'definitions',
      '<dl><dt>a</dt><dt>b</dt><dd>means <i>c</i></dd><dt>d</dt><dd><p>e</p><p>f</p></dd></dl>',
      '- a  \n  b\n\n  means *c*\n\n- d\n\n  e\n\n  f',
    ],
  ])('%s', (_, html, expected) => expect(markdown(html)).toBe(expected));
});

describe('code', () => {
  it.each<Case>([
    ['without a language', '<pre>a\n  b\n</pre>', '```\na\n  b\n```'],
    ['with one', '<pre><code class="hljs language-js">let a;</code></pre>', '```js\nlet a;\n```'],
    [
      'with one on the box around it',
      '<div class="highlight-python3"><div class="highlight"><pre>a = 1</pre></div></div>',
      '```python3\na = 1\n```',
    ],
    ['with a fence in it', '<pre>```\nx\n```</pre>', '````\n```\nx\n```\n````'],
    [
      'in a box of lines',
      '<div class="fragment"><div class="line">a</div><div class="line"> b</div></div>',
      '```\na\n b\n```',
    ],
    ['inline', '<p>run <code>ls  -l</code>, <kbd>q</kbd></p>', 'run `ls -l`, `q`'],
    ['with backticks', '<code>a `b`</code>', '`` a `b` ``'],
    ['with a link', '<code><a href="/x">Map</a></code>', '[`Map`](https://site.example/x)'],
    [
      'with links',
      '<code>List&lt;<a href="/s">String</a>, <a href="/i">Int</a>&gt; of</code>',
      '`List<`[`String`](https://site.example/s), [`Int`](https://site.example/i)`> of`',
    ],
    ['is not escaped', '<pre>a_b *c* <b>d</b> &lt;e&gt;</pre>', '```\na_b *c* d <e>\n```'],
  ])('%s', (_, html, expected) => expect(markdown(html)).toBe(expected));
});

describe('the first row of a table', () => {
  const table = (...rows: string[]) =>
    markdown(`<table>${rows.map((cells) => `<tr>${cells}</tr>`).join('')}</table>`).split('\n');
  const cells = (...texts: string[]) => texts.map((text) => `<td>${text}</td>`).join('');

  it.each<[name: string, rows: string[]]>([
    ['is bold, and no other', [cells('<b>Port</b>', '<p><strong>Use</strong></p>'), cells('25', 'mail')]],
    [
      'stands over numbers',
      [cells('Port', 'Price', 'Trend'), cells('Goes', '25.50 EUR', '5'), cells('Texel', '30 EUR', '&minus;3 %')],
    ],
    [
      'stands over dates',
      [cells('What', 'From', 'To'), cells('A', '2026-01-31', '31.03.2026'), cells('B', '2026-02-01', '1.4.2026')],
    ],
    ['is headed but for a corner', ['<td></td><th>East</th><th>West</th>', '<th>Fee</th><td>a</td><td>b</td>']],
  ])('names the columns where it %s', (_, rows) => {
    expect(table(...rows)).toHaveLength(rows.length + 1);
    expect(table(...rows)[1]).toMatch(/^[| -]+$/);
    expect(table(...rows)[0]).not.toMatch(/^[| ]+$/);
  });

  it.each<[name: string, rows: string[]]>([
    ['terms and what they mean', [cells('byte', 'one character'), cells('short', 'two of them')]],
    ['numbers from the first row on', [cells('local', '1.00'), cells('external', '1.08'), cells('fun', '4')]],
    ['properties', [cells('Host', 'example.com'), cells('Port', '80'), cells('Timeout', '30')]],
    ['properties with units', [cells('Model', 'X200'), cells('Weight', '3 kg'), cells('Width', '40 cm')]],
    ['years', [cells('Total', 'n/a'), cells('2020', '15'), cells('2021', '16')]],
    [
      'properties with their use',
      [cells('Host', 'a.example', 'all'), cells('Port', '80', 'all'), cells('Wait', '3', 'no')],
    ],
    ['terms that are all bold', [cells('<b>a</b>', '<b>b</b>'), cells('<b>c</b>', '<b>d</b>')]],
    ['a single row', [cells('Use: mail', 'Default: none')]],
    ['a number that just happens to follow', [cells('Port', 'mail'), cells('Price', '25')]],
    ['a row of names, each with its heading', ['<th>Name</th><td>Ann</td>', '<th>Role</th><td>cook</td>']],
  ])('is data in a table of %s', (_, rows) => {
    expect(table(...rows)).toHaveLength(rows.length + 2);
    expect(table(...rows)[0]).toMatch(/^[| ]+$/);
  });
});

describe('tables', () => {
  it.each<Case>([
    [
      'with headings',
      '<table><thead><tr><th>a</th><th align="right">b</th></tr></thead><tbody><tr><td>1</td><td>2</td></tr></tbody></table>',
      '| a | b |\n| --- | ---: |\n| 1 | 2 |',
    ],
    [
      'without headings',
      '<table><tr><td>1</td><td>2</td></tr><tr><td>3</td><td>4</td></tr></table>',
      '|  |  |\n| --- | --- |\n| 1 | 2 |\n| 3 | 4 |',
    ],
    [
      'with pipes and lines',
      '<table><tr><th>a|b</th></tr><tr><td>c<br>d <code>e|f</code></td></tr></table>',
      '| a\\|b |\n| --- |\n| c<br>d `e\\|f` |',
    ],
    [
      'with cells that span',
      '<table><tr><th colspan="2">a</th><th>b</th></tr><tr><td rowspan="2">c</td><td>d</td><td>e</td></tr><tr><td>f</td><td>g</td></tr></table>',
      '| a |  | b |\n| --- | --- | --- |\n| c | d | e |\n|  | f | g |',
    ],
    [
      'with a caption',
      '<table><caption>T</caption><tr><th>a</th></tr><tr><td>b</td></tr></table>',
      'T\n\n| a |\n| --- |\n| b |',
    ],
    [
      'that only lay out a page',
      '<table><tr><td>menu</td><td><h1>Title</h1><p>Text</p></td></tr></table>',
      'menu\n\n# Title\n\nText',
    ],
  ])('%s', (_, html, expected) => expect(markdown(html)).toBe(expected));

  it('bound what a page may claim', () => {
    const row = markdown('<table><tr><th colspan="100000" rowspan="100000">a</th></tr><tr><td>b</td></tr></table>');
    expect(row.length).toBeLessThan(2_000);
  });
});

describe('inline', () => {
  it.each<Case>([
    ['emphasis', '<p><b>a</b> <i>b</i> <del>c</del> <b><i>d</i></b></p>', '**a** *b* ~~c~~ ***d***'],
    ['spaces move out of emphasis', '<p>a<b> b </b>c</p>', 'a **b** c'],
    ['emphasis of nothing', '<p>a<b> </b>b</p>', 'a b'],
    ['emphasis in emphasis', '<p><b>a <strong>b</strong></b></p>', '**a b**'],
    ['emphasis that would not close', '<p><b>a:</b>b</p>', 'a:b'],
    ['links', '<a href="../x?a=1#b">text</a>', '[text](https://site.example/x?a=1#b)'],
    ['links of scripts', '<a href="javascript:go()">text</a>', 'text'],
    ['links of nothing', '<p>a<a href="/x"></a>b</p>', 'ab'],
    ['links with brackets', '<a href="/a(b">[1]</a>', '[\\[1\\]](https://site.example/a\\(b)'],
    ['links to their own heading', '<h2>T<a class="headerlink" href="#t">¶</a></h2>', '## T'],
    ['links around blocks', '<a href="/x"><h3>Title</h3><p>Text</p></a>', '[Title  \nText](https://site.example/x)'],
    ['images', '<img src="/a.png" alt="A &amp; B">', '![A & B](https://site.example/a.png)'],
    [
      'images that come late',
      '<img src="data:image/gif;base64,R0" data-src="/real.png" alt="">',
      '![](https://site.example/real.png)',
    ],
    ['images in several sizes', '<img srcset="/s.png 300w, /l.png 900w" alt="a">', '![a](https://site.example/l.png)'],
    [
      'images that have a larger one',
      '<img src="/s.png" srcset="/s.png 1x, /l.png 2x" alt="a"> <img src="/s.png" srcset="/m.png 600w" alt="b">',
      '![a](https://site.example/l.png) ![b](https://site.example/m.png)',
    ],
    ['images in one size', '<img src="/a.png" srcset="/a.png" alt="a">', '![a](https://site.example/a.png)'],
    [
      'images whose sizes are in one line',
      '<img src="/s.png" srcset="/s,w_1.png 300w,/l,w_2.png 900w" alt="a">',
      '![a](https://site.example/l,w_2.png)',
    ],
    [
      'pictures',
      '<picture><source srcset="/a.webp"><img src="data:image/gif;base64,R0" alt="a"></picture>',
      '![a](https://site.example/a.webp)',
    ],
    [
      'other documents',
      '<iframe src="//video.example/1" title="A talk">no frames</iframe><video><source src="/v.mp4">no video</video>',
      '[A talk](https://video.example/1)  \n[site.example](https://site.example/v.mp4)',
    ],
    [
      'other documents that nobody sees',
      '<p>a<iframe src="/count" width="1" height="1"></iframe></p><iframe></iframe>',
      'a',
    ],
    [
      'images in links',
      '<a href="/x"><img src="/a.png" alt="a"></a>',
      '[![a](https://site.example/a.png)](https://site.example/x)',
    ],
    [
      'powers and indices',
      '<p>10<sup>6</sup> H<sub>2</sub>O<sup><a href="#r">[1]</a></sup></p>',
      '10<sup>6</sup> H<sub>2</sub>O[\\[1\\]](https://site.example/docs/page#r)',
    ],
    [
      'formulas',
      '<math alttext="x^2"><mi>x</mi></math> <math display="block"><semantics><mi>y</mi><annotation encoding="application/x-tex"> y_1 </annotation></semantics></math>',
      '$x^2$ $$y_1$$',
    ],
    ['an exclamation in front of a link', '<p>Go!<a href="/x">on</a></p>', 'Go\\![on](https://site.example/x)'],
  ])('%s', (_, html, expected) => expect(markdown(html)).toBe(expected));

  it('links relative documents as they are written, where the page has no address', () => {
    const html =
      '<iframe src="talk.html" title="A talk"></iframe><video src="/v.mp4"></video><object data="mailto:a@b"></object>';
    expect(markdown(html, { baseUrl: '' })).toBe('[A talk](talk.html)  \n[/v.mp4](/v.mp4)');
  });

  it('leaves the alternative of an image that is in the page, and its data when asked', () => {
    const html = '<img alt="dot" src="data:image/png;base64,iVBORw0">';
    expect(markdown(html)).toBe('![dot](<Base64-Image-Removed>)');
    expect(markdown(html, { removeBase64Images: false })).toBe('![dot](data:image/png;base64,iVBORw0)');
  });
});

describe('escaping', () => {
  it.each<Case>([
    [
      'what is no markup stays',
      '<p>snake_case, 2 * 3, [1], a - b, #1, 5 &lt; 6, AT&amp;T</p>',
      'snake_case, 2 * 3, [1], a - b, #1, 5 < 6, AT&T',
    ],
    ['emphasis', '<p>*a* _b_ `c` ~~d~~</p>', '\\*a\\* \\_b\\_ \\`c\\` \\~\\~d\\~\\~'],
    ['tags and entities', '<p>&lt;div&gt; &amp;lt;</p>', '\\<div> \\&lt;'],
    [
      'starts of blocks',
      '<p># a</p><p>- b</p><p>+ c</p><p>&gt; d</p><p>1. e</p><p>---</p>',
      '\\# a\n\n\\- b\n\n\\+ c\n\n\\> d\n\n1\\. e\n\n\\---',
    ],
    [
      'no starts within headings and links',
      '<h2>1. a</h2><p><a href="/x">1. b</a></p>',
      '## 1. a\n\n[1. b](https://site.example/x)',
    ],
    ['links', '<p>[a](b)</p>', '[a\\](b)'],
    ['backslashes', '<p>a\\*b C:\\dir</p>', 'a\\\\\\*b C:\\dir'],
  ])('%s', (_, html, expected) => expect(markdown(html)).toBe(expected));
});

it('gathers footnotes at the end, in the order of the text', () => {
  const html = `<p>First<sup><a href="#fn2" id="r2">2</a></sup> and<sup><a href="#fn1" id="r1">1</a></sup>.</p>
    <section class="footnotes"><ol><li id="fn1"><p>One. <a href="#r1" class="footnote-backref">↩</a></p><p>More.</p></li>
    <li id="fn2">Two. <a href="#r2">↩︎</a></li><li id="fn3">Nobody refers to this.</li></ol></section>`;
  expect(markdown(html)).toBe(
    'First[^1] and[^2].\n\n1. Nobody refers to this.\n\n[^1]: Two.\n\n[^2]: One.\n\n    More.',
  );
});

it('writes a note in an aside without the label that leads back', () => {
  const html = `<p>Ref<a class="brackets" href="#id2" id="id1" role="doc-noteref">1</a>.</p><aside class="footnote brackets" id="id2" role="doc-footnote">
    <span class="label"><span>[</span><a role="doc-backlink" href="#id1">1</a><span>]</span></span><p>Two.</p></aside>`;
  expect(markdown(html)).toBe('Ref[^1].\n\n[^1]: Two.');
});

describe('references and elements that lead to each other are footnotes', () => {
  it.each([
    ['items', '<ol><li id="n1">Two. <a href="#r1">back</a></li></ol>', '#n1'],
    ['paragraphs', '<p id="n1"><a href="#r1">[1]</a> Two.</p>', '#n1'],
    ['anchors of Word', '<div><p><a href="#r1" name="n1">[1]</a> Two.</p></div>', '#n1'],
    [
      'several references',
      '<ol><li id="n1"><span>^ <a href="#r1">a</a> <a href="#r2">b</a></span> Two.</li></ol>',
      '#n1',
    ],
  ])('%s', (_, notes, href) => {
    expect(markdown(`<p>Ref<a id="r1" href="${href}">[1]</a>.</p>${notes}`)).toBe('Ref[^1].\n\n[^1]: Two.');
  });

  it.each([
    ['an aside', '<aside id="n1"><a href="#r1">1</a> Two.</aside>'],
    ['a paragraph', '<p><a id="n1" href="#r1">[1]</a> Two.</p>'],
  ])('that stand before the text, as %s', (_, note) => {
    const html = `<div>${note}<p>Ref<sup><a id="r1" href="#n1">1</a></sup>.</p></div>`;
    expect(markdown(html)).toBe('Ref[^1].\n\n[^1]: Two.');
  });

  it.each([
    [
      'spans',
      '<p><span id="n1">Two. <a href="#r1">↩</a></span> <span id="n2"><i>Three</i>. <a href="#r2">↩</a></span></p>',
    ],
    [
      'rows',
      '<table><tr id="n1"><td><a href="#r1">1</a></td><td>Two.</td></tr><tr id="n2"><td><a href="#r2">2</a></td><td><i>Three</i>.</td></tr></table>',
    ],
    [
      'rows with anchors',
      '<table><tr><td><a name="n1" href="#r1">1</a></td><td>Two.</td></tr><tr><td><a name="n2" href="#r2">2</a></td><td><i>Three</i>.</td></tr></table>',
    ],
  ])('that are %s of one block', (_, notes) => {
    const html = `<p>Ref<a id="r1" href="#n1">[1]</a> and<a name="r2" href="#n2">[2]</a>.</p>${notes}`;
    expect(markdown(html)).toBe('Ref[^1] and[^2].\n\n[^1]: Two.\n\n[^2]: *Three*.');
  });

  it('and a table keeps its other rows', () => {
    const html = `<p>Ref<a id="r1" href="#n1">[1]</a>.</p><table><tr><th>A</th><th>B</th></tr><tr><td>1</td><td>2</td></tr>
      <tr id="n1"><td colspan="2"><a href="#r1">[1]</a> Two.</td></tr></table>`;
    expect(markdown(html)).toBe('Ref[^1].\n\n| A | B |\n| --- | --- |\n| 1 | 2 |\n\n[^1]: Two.');
  });

  it('but not headings and their entries in a table of contents', () => {
    const html = '<p><a id="t1" href="#s1">1</a></p><h2 id="s1"><a href="#t1">1</a> Harbour</h2>';
    expect(markdown(html)).not.toContain('[^');
  });
});
