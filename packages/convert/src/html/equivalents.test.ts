import { describe, expect, it } from 'vitest';
import { toMarkdown } from '../convert/convert.js';

const code = (text: string) => `<pre>${text}</pre>`;
const block = (text: string) => `\`\`\`\n${text}\n\`\`\``;

it('readings have parentheses, once', () => {
  expect(toMarkdown('<p><ruby>漢<rt>kan</rt>字<rt>ji</rt></ruby></p>')).toBe('漢(kan)字(ji)');
  expect(toMarkdown('<p><ruby>漢<rp>[</rp><rt>kan</rt><rp>]</rp></ruby></p>')).toBe('漢[kan]');
});

describe('each panel of tabs has its label', () => {
  const LABELLED = `**npm**\n\n${block('npm i')}\n\n**yarn**\n\n${block('yarn add')}`;

  it.each([
    [
      'of MkDocs',
      `<div class="tabbed-set"><input id="a" type="radio"><input id="b" type="radio"><div class="tabbed-labels"><label for="a">npm</label><label for="b">yarn</label></div>
       <div class="tabbed-content"><div>${code('npm i')}</div><div>${code('yarn add')}</div></div></div>`,
    ],
    [
      'of Docusaurus',
      `<ul role="tablist"><li role="tab">npm</li><li role="tab">yarn</li></ul><div><div role="tabpanel">${code('npm i')}</div><div role="tabpanel" hidden>${code('yarn add')}</div></div>`,
    ],
    [
      'of buttons',
      `<div role="tablist"><button role="tab">npm</button><button role="tab">yarn</button></div><div role="tabpanel">${code('npm i')}</div><div role="tabpanel" hidden>${code('yarn add')}</div>`,
    ],
  ])('%s', (_, html) => expect(toMarkdown(html)).toBe(LABELLED));
});

it('items have the numbers that a browser shows', () => {
  expect(toMarkdown('<ol reversed><li>a<li>b<li>c</ol>')).toBe('3. a\n2. b\n1. c');
  expect(toMarkdown('<ol><li>a<li value="7">b<li>c</ol>')).toBe('1. a\n7. b\n8. c');
  expect(toMarkdown('<ol start="5" reversed><li>a<li>b</ol>')).toBe('5. a\n4. b');
});

it.each([
  '<amp-img src="/a.png" alt="A"></amp-img>',
  '<img data-hi-res-src="/a.png" alt="A">',
  '<img src="data:image/gif;base64,R0" data-orig-srcset="/b.png 1x, /a.png 2x" alt="A">',
  '<picture><source data-lazy-srcset="/a.png"><img alt="A"></picture>',
  '<img src="/blank.gif"><noscript><img src="/a.png" alt="A"></noscript>',
])('the image that a script would load is shown: %s', (html) => {
  expect(toMarkdown(`<p>Text</p><div>${html}</div>`, { url: 'https://a.example/' })).toBe(
    'Text\n\n![A](https://a.example/a.png)',
  );
});

describe('what a page has below such an element is seen too', () => {
  const FORMULA = '<script type="math/tex; mode=display">e = mc^2</script>';

  it.each([
    ['tabs', `<div><b role="tab">a</b><b role="tab">b</b></div><div><p>One.</p><p>Two.</p></div>${FORMULA}`],
    ['readings', `<p><ruby>漢<rt>kan</rt></ruby></p>${FORMULA}`],
  ])('%s', (_, html) => {
    expect(toMarkdown(html)).toMatch(/e = mc\^2/);
  });

  it('a formula', () => {
    const late = '<p>Text.<img src="data:," class="lazy"><noscript><img src="/pier.png" alt="Pier"></noscript></p>';
    expect(toMarkdown(`<p>Text.</p>${FORMULA}${late}`)).toContain('/pier.png');
  });
});

it('a note that a checkbox shows beside the text is a footnote', () => {
  const note = (id: string, text: string) =>
    `<label for="${id}" class="n"></label><input type="checkbox" id="${id}" class="t"/><span class="s">${text}</span>`;
  expect(toMarkdown(`<p>Boats${note('a', 'Or <em>ships</em>.')}, harbours${note('b', 'Ports.')} and piers.</p>`)).toBe(
    'Boats[^1], harbours[^2] and piers.\n\n[^1]: Or *ships*.\n\n[^2]: Ports.',
  );
  const task = '<p>Done <label for="a">Harbour</label><input type="checkbox" id="a"><span>Pier</span></p>';
  expect(toMarkdown(task)).not.toContain('[^');
});

describe('lines that begin with the labels of notes', () => {
  it.each([
    ['links', '<a id="n1" href="#r1">[1]</a> Two.<br>\n<a id="n2" href="#r2">[2]</a> <i>Three</i><br>lines.'],
    [
      'raised numbers',
      '<sup id="n1"><a href="#r1">1</a></sup> Two.<br/><br/><sup id="n2"><a href="#r2">2</a></sup> <i>Three</i><br/>lines.<br/>',
    ],
  ])('are footnotes: %s', (_, notes) => {
    const html = `<p>Ref<a id="r1" href="#n1">[1]</a> and<a name="r2" href="#n2">[2]</a>.</p><p>${notes}</p>`;
    expect(toMarkdown(html)).toBe('Ref[^1] and[^2].\n\n[^1]: Two.\n\n[^2]: *Three*  \n    lines.');
  });

  it('are text where they are the references', () => {
    const text = '<p><a id="r1" href="#n1">[1]</a> One.<br><a id="r2" href="#n2">[2]</a> Two.</p>';
    const notes = '<p id="n1">Note. <a href="#r1">↩</a></p><p id="n2">Other. <a href="#r2">↩</a></p>';
    expect(toMarkdown(text + notes)).toBe('[^1] One.  \n[^2] Two.\n\n[^1]: Note.\n\n[^2]: Other.');
  });
});

describe('the words of a drawing', () => {
  it('are lines in its place, each once, without those that are not drawn', () => {
    const svg = `<svg><title>Icon</title><defs><text>no</text></defs><g><text>Boil <tspan x="1" dy="1em">water</tspan></text><text>Boil water</text></g><g style="display: none"><text>no</text></g><foreignObject><div><p>Pour</p><p>Drink</p></div></foreignObject></svg>`;
    expect(toMarkdown(`<p>Tea.</p><figure>${svg}<figcaption>How to.</figcaption></figure>`)).toBe(
      'Tea.\n\nBoil water  \nPour  \nDrink\n\nHow to.',
    );
  });

  it('are words of a sentence in it', () => {
    expect(toMarkdown('<p>The build <svg><text>is</text><text>green</text></svg> today.</p>')).toBe(
      'The build is green today.',
    );
  });
});

it('an element may be named as what every object has', () => {
  expect(toMarkdown('<p>Call the <constructor>super</constructor>.</p>')).toBe('Call the super.');
});
