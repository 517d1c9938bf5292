import fc from 'fast-check';
import { micromark } from 'micromark';
import { gfm, gfmHtml } from 'micromark-extension-gfm';
import { describe, expect, it } from 'vitest';
import { fixedRuns } from '../../../../test/properties.js';
import { elementsOf, parseHtml, rawText } from '../html/html.js';
import { toMarkdown } from './markdown.js';

/** What a parser reads: the text, and the elements in it. Literal addresses are links in GFM. */
function read(markdown: string, extensions: 'commonmark' | 'gfm') {
  const html =
    extensions === 'gfm'
      ? micromark(markdown, { allowDangerousHtml: true, extensions: [gfm()], htmlExtensions: [gfmHtml()] })
      : micromark(markdown, { allowDangerousHtml: true });
  const page = parseHtml(html);
  return {
    text: rawText(page).replace(/\s+/g, ' ').trim(),
    elements: [...elementsOf(page)].map(({ name }) => name).filter((name) => name !== 'a'),
  };
}

const PARSERS = ['commonmark', 'gfm'] as const;
const escapeHtml = (text: string) => text.replace(/&/g, '&amp;').replace(/</g, '&lt;');

const pieces = fc.oneof(
  fc.constantFrom(
    '_',
    '__',
    '*',
    '**',
    '***',
    '~',
    '~~',
    '~~~',
    '`',
    '\\',
    '[',
    ']',
    '(',
    ')',
    '!',
    '<',
    '>',
    '&',
    '#',
    '|',
  ),
  fc.constantFrom('-', '--', '+', '=', '1.', '2)', ':', '€', '“', '”', '。', '，', '😀', '^', '.', ',', '/', '"', "'"),
  fc.constantFrom(
    'a',
    'snake_case',
    '__init__',
    '1~2',
    '3~4명',
    'é',
    'amp;',
    '#39;',
    'x',
    'https://a.b/',
    'kwargs',
    '7',
  ),
  fc.constantFrom(' ', ' ', ' ', ' '),
);
const texts = fc
  .array(pieces, { minLength: 1, maxLength: 12 })
  .map((parts) => parts.join('').replace(/ +/g, ' ').trim())
  // Formulas are left as they are.
  .filter((text) => text !== '' && !/\\[([]/.test(text));

const markdown = (html: string) =>
  toMarkdown({ roots: [parseHtml(html)], dropped: new Set() }, { baseUrl: '', removeBase64Images: true });

describe('a text is read as the same text, without markup that was not there', () => {
  it.each(PARSERS)('by a parser of %s', (parser) => {
    fc.assert(
      fc.property(texts, (text) => {
        expect(read(markdown(`<p>${escapeHtml(text)}</p>`), parser)).toEqual({ text, elements: ['p'] });
      }),
      fixedRuns(400, 48),
    );
  });

  it('between emphasis and links', () => {
    const phrase = fc.tuple(fc.constantFrom('', '', 'b', 'i', 'del', 'a'), texts, fc.constantFrom(' ', ' ', ''));
    fc.assert(
      fc.property(fc.array(phrase, { minLength: 1, maxLength: 5 }), (phrases) => {
        const html = phrases.map(([tag, text, space]) => {
          const inside = escapeHtml(text);
          return (tag === '' ? inside : `<${tag}${tag === 'a' ? ' href="x"' : ''}>${inside}</${tag}>`) + space;
        });
        const { text, elements } = read(markdown(`<p>${html.join('')}</p>`), 'gfm');
        expect(text).toBe(
          phrases
            .map(([, words, space]) => words + space)
            .join('')
            .replace(/ +/g, ' ')
            .trim(),
        );
        for (const [name, tag] of [
          ['strong', 'b'],
          ['em', 'i'],
          ['del', 'del'],
        ]) {
          const count = phrases.filter(([own]) => own === tag).length;
          expect(elements.filter((element) => element === name).length).toBeLessThanOrEqual(count);
        }
      }),
      fixedRuns(400, 48),
    );
  });
});

it.each([
  ['__init__', '\\_\\_init\\_\\_'],
  ['1~2명, 3~4명', '1\\~2명, 3\\~4명'],
  ['snake_case and _private, ~5 of 2*3, *args', 'snake_case and _private, ~5 of 2*3, *args'],
  ['see https://a.example/__init__.py here', 'see <https://a.example/__init__.py> here'],
  ['see https://a.example/a_b.py here', 'see https://a.example/a_b.py here'],
  ['price **: 5 €', 'price **: 5 €'],
])('escapes what forms a pair, and nothing else: %s', (text, expected) => {
  expect(markdown(`<p>${text}</p>`)).toBe(expected);
});

it.each([
  'Let $a_{1}^{*}$ and $b_*$ be $$\\sum_{i} x_i * y_i$$',
  'so \\(a_i^*\\), \\(x\\) and \\[ \\frac{a}{b} *c* \\]',
  '\\begin{aligned} a_1 &= b_1 \\\\ c &= *d* \\end{aligned}',
])('leaves the TeX of a text as it is: %s', (text) => {
  expect(markdown(`<p>${escapeHtml(text)}</p>`)).toBe(text);
});

it.each([
  ['costs $5 or *$6*, or $_a_', 'costs $5 or \\*$6\\*, or $\\_a\\_'],
  ['\\[a](b) and \\(', '\\\\[a\\](b) and \\\\('],
])('takes no prices and brackets for TeX: %s', (text, expected) => {
  expect(markdown(`<p>${escapeHtml(text)}</p>`)).toBe(expected);
});
