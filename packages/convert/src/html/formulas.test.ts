import { expect, it } from 'vitest';
import { convert, toMarkdown } from '../convert/convert.js';

const FRACTION = '<mfrac><mi>a</mi><mi>b</mi></mfrac>';

const drawn = (name: string, code: string) =>
  `<mjx-${name} class="mjx-n"><mjx-c class="mjx-c${code} TEX-I"></mjx-c></mjx-${name}>`;

it.each([
  ['MathML without TeX', `<math>${FRACTION}</math>`, '$\\frac{a}{b}$'],
  ['MathML with a prefix', `<m:math><m:mfrac><m:mi>a</m:mi><m:mi>b</m:mi></m:mfrac></m:math>`, '$\\frac{a}{b}$'],
  ['MathML of a block', `<math display="block">${FRACTION}</math>`, '$$\\frac{a}{b}$$'],
  [
    'KaTeX',
    `<span class="katex-display"><span class="katex"><span class="katex-mathml"><math><semantics>${FRACTION}<annotation encoding="application/x-tex">\\frac ab</annotation></semantics></math></span><span class="katex-html" aria-hidden="true"><span>a</span><span>b</span></span></span></span>`,
    '$$\\frac ab$$',
  ],
  ['KaTeX without MathML', '<span class="katex"><span class="katex-html">x</span></span>', 'x'],
  [
    'MathJax 3',
    `<mjx-container class="MathJax" jax="CHTML" display="true"><mjx-math><mjx-mi><mjx-c class="mjx-c1D44E"></mjx-c></mjx-mi></mjx-math><mjx-assistive-mml display="block"><math display="block">${FRACTION}</math></mjx-assistive-mml></mjx-container>`,
    '$$\\frac{a}{b}$$',
  ],
  [
    'MathJax 4',
    '<mjx-container class="MathJax" jax="SVG"><svg data-latex="a_1 &lt; b"><g data-latex="a_1"></g></svg><mjx-speech aria-label="a sub 1"></mjx-speech></mjx-container>',
    '$a_1 < b$',
  ],
  [
    'MathJax 4 with speech alone',
    '<mjx-container><svg></svg><mjx-speech aria-label="a over b"></mjx-speech></mjx-container>',
    'a over b',
  ],
  [
    'MathJax 3 as it is drawn, without its source',
    `<mjx-container class="MathJax" jax="CHTML"><mjx-math class="MJX-TEX"><mjx-mfrac><mjx-frac><mjx-num><mjx-nstrut></mjx-nstrut>${drawn('mi', '1D44E')}</mjx-num><mjx-dbox><mjx-dtable><mjx-line></mjx-line><mjx-row><mjx-den><mjx-dstrut></mjx-dstrut><mjx-msqrt><mjx-sqrt><mjx-surd>${drawn('mo', '221A')}</mjx-surd><mjx-box>${drawn('mi', '1D44F')}</mjx-box></mjx-sqrt></mjx-msqrt></mjx-den></mjx-row></mjx-dtable></mjx-dbox></mjx-frac></mjx-mfrac>${drawn('mo', '3C')}<mjx-msubsup>${drawn('mi', '1D465')}<mjx-script>${drawn('mn', '32')}<mjx-spacer></mjx-spacer>${drawn('mi', '1D456')}</mjx-script></mjx-msubsup><mjx-munderover><mjx-over>${drawn('mi', '1D45B')}</mjx-over><mjx-box><mjx-munder><mjx-row><mjx-base>${drawn('mo', '2211')}</mjx-base></mjx-row><mjx-row><mjx-under>${drawn('mi', '1D456')}</mjx-under></mjx-row></mjx-munder></mjx-box></mjx-munderover></mjx-math></mjx-container>`,
    '$\\frac{a}{\\sqrt{b}} < x_{i}^{2} \\sum_{i}^{n}$',
  ],
  [
    'MathJax 2 with MathML',
    `<span class="MathJax">ab</span><script type="math/mml"><math>${FRACTION}</math></script>`,
    '$\\frac{a}{b}$',
  ],
  ['an editor', '<span data-type="inline-math" data-latex="x^{2}_*"></span>', '$x^{2}_*$'],
  ['an editor of blocks', '<span data-type="block-math" data-math="\\[x*y*z\\]">xyz</span>', '$$x*y*z$$'],
  [
    'a wiki',
    '<span><span style="display: none"><math alttext="x_1"><mi>x</mi></math></span><img src="/x.svg" alt="x_1" aria-hidden="true"></span>',
    '$x_1$',
  ],
  ['a picture', '<img src="https://a.example/equation?tex=x%5E2" alt="x^2" eeimg="1">', '$x^2$'],
  ['a picture with nothing but its text', '<img src="/a.svg" alt="\\frac{a}{b}">', '$\\frac{a}{b}$'],
  [
    'the query of a picture',
    '<img src="https://a.example/png.image?%5Cfrac%7Ba%7D%7Bb%7D&space;+c">',
    '$\\frac{a}{b} +c$',
  ],
  ['a value of a picture', '<img src="https://a.example/chart?cht=tx&chl=%5Calpha" alt="a">', '$\\alpha$'],
  ['the path of a picture', '<img src="https://a.example/f/%5Csqrt%7B2%7D">', '$\\sqrt{2}$'],
])('a formula of %s is TeX', (_, html, expected) => {
  expect(toMarkdown(`<p>E ${html} end</p>`)).toBe(`E ${expected} end`);
});

it('the name of a file in the address of a picture is no formula', () => {
  const html = '<p><img src="/show?file=C:%5Ctea%5Ccup" alt="Cup"><img src="/show?file=tea%5Ccup.png" alt="Cup"></p>';
  expect(toMarkdown(html)).not.toContain('$');
});

it('an attribute of a text is no formula', () => {
  expect(toMarkdown('<div data-math="true"><p>One.</p></div><div data-formula="soda"><p>Two.</p></div>')).toBe(
    'One.\n\nTwo.',
  );
});

it('the text and the HTML of a page have the formula once', async () => {
  const { text, html } = await convert(`<p>E <math>${FRACTION}</math> end</p>`, { formats: ['text', 'html'] });
  expect(text).toBe('E \\frac{a}{b} end');
  expect(html).toContain(`<math alttext="\\frac{a}{b}">${FRACTION}</math>`);
});
