import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { convert } from '../src/index.js';

const site = (name: string) => readFileSync(new URL(`sites/${name}.html`, import.meta.url), 'utf8');

/** A page whose main content has this part between two paragraphs. */
const page = (part: string) =>
  `<title>Tides</title><nav><a href="/">Home</a></nav><main><h1>Tides</h1><p>High water comes twice a day at the pier.</p>${part}<p>Low water follows about six hours later.</p></main>`;

/** One page for each kind of the table in the README, and what its Markdown holds. */
const KINDS: Readonly<Record<string, readonly [html: string, parts: readonly string[], leftOut?: readonly string[]]>> =
  {
    documentation: [
      site('python/textwrap'),
      [
        '# [`textwrap`](https://harbour.example/#module-textwrap) — Text wrapping and filling',
        '```python3\n  >>> textwrap.shorten(',
        '[`TextWrapper`](https://harbour.example/#textwrap.TextWrapper)',
      ],
      ['Previous topic'],
    ],
    forums: [
      site('composed/forum-bread'),
      ['Loaf collapses in the oven', 'My loaf rises well in its basket', 'Millwright'],
    ],
    shops: [
      site('composed/shop-tent'),
      [
        '# Skylark 2 tent\n\n€249.00 ~~€299.00~~\n\nIn stock',
        '| Packed size | 45 × 14 cm |',
        '### Dry after three days of rain',
      ],
    ],
    products: [
      site('composed/lantern-product'),
      ['# Tidewater hand lantern, brass', '£84.00 small', '| Height | 24 cm (small), 31 cm (large) |'],
    ],
    tables: [
      page(
        '<table><thead><tr><th>Day</th><th>High</th></tr></thead><tr><td rowspan="2">Monday</td><td>6:10</td></tr><tr><td>18:40</td></tr></table>',
      ),
      ['| Day | High |\n| --- | --- |\n| Monday | 6:10 |\n|  | 18:40 |'],
    ],
    code: [
      page(
        '<pre><code class="language-js">const tide = high();\n  draw(tide);</code></pre><p>Call <code>draw()</code>.</p>',
      ),
      ['```js\nconst tide = high();\n  draw(tide);\n```', 'Call `draw()`.'],
    ],
    mathematics: [
      page(
        '<p>It is <span class="katex"><span class="katex-mathml"><math><semantics><mi>h</mi><annotation encoding="application/x-tex">h = a \\cos t</annotation></semantics></math></span><span class="katex-html" aria-hidden="true">h=acost</span></span> high.</p>',
      ),
      ['It is $h = a \\cos t$ high.'],
      ['acost'],
    ],
    'mathematics of MathJax 2': [
      site('composed/tide-formulas'),
      [
        'The water stands $h_0 < a$ above the mark',
        '$$\\begin{aligned} h(t) &= h_0 + a \\cos \\omega t \\\\ \\omega &= \\frac{2\\pi}{T} \\end{aligned}$$',
        'In it $T$ is the time',
      ],
      ['drawn', 'CDATA', 'stands h '],
    ],
    'AsciiMath and MathML of MathJax 2': [
      page(
        '<p>It is <span class="MathJax">drawn</span><script type="math/asciimath">a + sum_(i=1)^n t_i < b</script> high, and <script type="math/mml"><math><mi>h</mi><mo>&lt;</mo><mn>2</mn></math></script> low.</p>',
      ),
      ['It is `a + sum_(i=1)^n t_i < b` high, and $h < 2$ low.'],
      ['drawn'],
    ],
    footnotes: [
      page(
        '<p>It was measured.<sup id="r1"><a href="#f1">1</a></sup></p><ol class="footnotes"><li id="f1">By the harbour master. <a href="#r1">↩</a></li></ol>',
      ),
      ['It was measured.[^1]', '[^1]: By the harbour master.'],
      ['↩'],
    ],
    'task lists': [
      page('<ul><li><input type="checkbox" checked> measured</li><li><input type="checkbox"> drawn</li></ul>'),
      ['- [x] measured\n- [ ] drawn'],
    ],
    'definition lists': [
      page('<dl><dt>Ebb</dt><dd>The water falls.</dd><dt>Flood</dt><dd>The water rises.</dd></dl>'),
      ['- Ebb\n\n  The water falls.\n\n- Flood\n\n  The water rises.'],
    ],
    details: [
      page('<details><summary>Why twice a day?</summary><p>The earth turns under two bulges.</p></details>'),
      ['**Why twice a day?**\n\nThe earth turns under two bulges.'],
    ],
    'embedded posts': [
      page(
        '<blockquote class="twitter-tweet"><p>High water at noon.</p>— Harbour (@harbour) <a href="https://twitter.com/harbour/status/1">May 1</a></blockquote><script async src="https://platform.twitter.com/widgets.js"></script>',
      ),
      ['> High water at noon.\n>\n> — Harbour (@harbour) [May 1](https://twitter.com/harbour/status/1)'],
    ],
    'embedded videos': [
      page(
        '<iframe src="https://www.youtube.com/embed/abc" title="A tide in a minute"></iframe><video src="/tide.mp4" title="The same"></video>',
      ),
      ['[A tide in a minute](https://www.youtube.com/embed/abc)', '[The same](https://harbour.example/tide.mp4)'],
    ],
    drawings: [
      page('<svg viewBox="0 0 9 9"><text>ebb</text><text>flood</text></svg>'),
      ['pier.\n\nebb  \nflood\n\nLow water'],
    ],
    'pictures and captions': [
      page('<figure><img src="a.png" alt="A pier"><figcaption>The pier at noon.</figcaption></figure>'),
      ['![A pier](https://harbour.example/a.png)\n\nThe pier at noon.'],
    ],
  };

describe('the Markdown of a page keeps', () => {
  it.each(Object.entries(KINDS))('%s', async (_, [html, parts, leftOut = []]) => {
    const { markdown } = await convert(html, { url: 'https://harbour.example/', contentType: 'text/html' });
    for (const part of parts) expect(markdown).toContain(part);
    for (const part of leftOut) expect(markdown).not.toContain(part);
  });
});

it('the README has a line for each of these kinds', () => {
  const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8');
  const [, table = ''] = /\| kind \| what is kept \|\n\| --- \| --- \|\n([\s\S]*?)\n\n/.exec(readme) ?? [];
  expect(table.split('\n').map((line) => line.split(' | ')[0]?.slice(2))).toEqual(Object.keys(KINDS));
});
