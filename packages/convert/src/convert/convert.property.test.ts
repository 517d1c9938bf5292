import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { convertToParts, type Parts } from '../../test/convert-to-parts.js';

const FORMATS = ['markdown', 'html', 'rawHtml', 'links', 'images', 'summary', 'product', 'menu', 'branding'] as const;

function converted(html: string, onlyMainContent = false): Promise<Parts> {
  const formats = [...FORMATS, { type: 'highlights', query: 'a b' } as const];
  return convertToParts({
    url: 'https://site.example/',
    contentType: 'text/html',
    body: html,
    options: { formats, onlyMainContent },
  });
}

const TAGS = [
  'a',
  'article',
  'b',
  'blockquote',
  'body',
  'br',
  'code',
  'dd',
  'div',
  'dl',
  'dt',
  'em',
  'form',
  'h1',
  'head',
  'html',
  'img',
  'li',
  'main',
  'math',
  'meta',
  'nav',
  'ol',
  'p',
  'pre',
  'script',
  'style',
  'svg',
  'table',
  'td',
  'template',
  'th',
  'title',
  'tr',
  'ul',
];
const ATTRIBUTES = [
  '',
  ' href="x"',
  ' href="http://["',
  ' src=data:x',
  ' colspan=99999999',
  ' rowspan=-1',
  ' start=1e99',
  ' class="nav language-js"',
  ' itemscope itemprop=a',
  ' style="display:none"',
  ' hidden',
  ' id="a',
  " title='",
  ' name=description content=x',
  ' property=og:title content=y',
];

const soup = fc
  .array(
    fc.oneof(
      fc
        .tuple(fc.constantFrom(...TAGS), fc.constantFrom(...ATTRIBUTES))
        .map(([tag, attribute]) => `<${tag}${attribute}>`),
      fc.constantFrom(...TAGS).map((tag) => `</${tag}>`),
      fc.constantFrom(
        '<',
        '>',
        '&',
        '&#',
        '&amp',
        '<!--',
        '-->',
        '<![CDATA[',
        ']]>',
        '<?x',
        '|',
        '`',
        '*',
        '\\',
        '\0',
        '\ud800',
      ),
      fc.string({ unit: 'binary', maxLength: 20 }),
    ),
    { maxLength: 60 },
  )
  .map((parts) => parts.join(''));

describe('whatever a page is', () => {
  it('it is converted', async () => {
    await fc.assert(
      fc.asyncProperty(soup, fc.boolean(), async (html, onlyMainContent) => {
        const { document, links } = await converted(html, onlyMainContent);
        expect(typeof document.markdown).toBe('string');
        for (const link of links) expect(URL.canParse(link)).toBe(true);
      }),
    );
  });

  it('bytes in any encoding are too, or are refused', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.uint8Array({ maxLength: 200 }),
        fc.constantFrom(undefined, 'text/html; charset=utf-16', 'text/html; charset=nonsense', 'application/xhtml+xml'),
        async (body, contentType) => {
          const conversion = convertToParts({ url: 'https://site.example/', contentType, body, options: {} });
          const markdown = conversion.then(({ document }) => document.markdown).catch(({ code }) => code);
          // Most of such bytes are no text.
          expect(await markdown).toEqual(expect.any(String));
        },
      ),
    );
  });

  it('its words survive', async () => {
    const word = fc.stringMatching(/^[a-zA-Z0-9_*~`#>+.()[\]!<&|\\=-]{1,12}$/);
    const element = fc.tuple(
      fc.constantFrom('p', 'li', 'b', 'em', 'td', 'h2', 'blockquote', 'span', 'dt'),
      fc.array(word, { minLength: 1, maxLength: 8 }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(element, { minLength: 1, maxLength: 8 }), async (elements) => {
        const escaped = (text: string): string => text.replace(/&/g, '&amp;').replace(/</g, '&lt;');
        const html = elements.map(([name, words]) => `<${name}>${escaped(words.join(' '))}</${name}>`).join('\n');
        const { document } = await converted(html);
        const letters = (text: string): string => (text.match(/[a-zA-Z0-9]+/g) ?? []).join('');
        // Numbers of lists and lines of tables are the only letters that Markdown adds, and here are neither.
        expect(letters(document.markdown ?? '')).toBe(letters(elements.flatMap(([, words]) => words).join(' ')));
      }),
    );
  });
});

/** Each of them, made twice as long, has been the end of a converter somewhere. */
const HOSTILE: readonly (readonly [name: string, make: (size: number) => string])[] = [
  ['nested boxes', (size) => '<div>'.repeat(size)],
  ['nested boxes that close', (size) => `${'<div>'.repeat(size)}x${'</div>'.repeat(size)}`],
  ['nested lists', (size) => '<ul><li>x'.repeat(size)],
  ['nested quotes', (size) => '<blockquote>x'.repeat(size)],
  ['nested tables', (size) => '<table><tr><td>x'.repeat(size)],
  ['nested links', (size) => '<a href=x>x'.repeat(size)],
  ['nested entities', (size) => '<div itemscope itemprop=a>'.repeat(size)],
  ['tags that are never opened', (size) => `${'<b>'.repeat(600)}${'</i>'.repeat(size)}`],
  ['attributes', (size) => `<p ${Array.from({ length: size }, (_, index) => `a${index}=b`).join(' ')}>x`],
  ['one long attribute', (size) => `<p class="${'a '.repeat(size * 10)}">x`],
  ['cells in a row', (size) => `<table><tr>${'<td>x</td>'.repeat(size)}`],
  ['cells that span', (size) => `<table>${'<tr><td colspan=1000 rowspan=60000>x</td></tr>'.repeat(size / 10)}`],
  ['spaces in code', (size) => `<pre>${' '.repeat(size * 10)}x</pre>`],
  ['backticks', (size) => `<code>${'`'.repeat(size * 10)}</code>`],
  ['line breaks', (size) => 'x<br>'.repeat(size)],
  ['signs', (size) => '*_`[]<&|'.repeat(size)],
  [
    'meta tags',
    (size) => Array.from({ length: size }, (_, index) => `<meta name=description content=${index}>`).join(''),
  ],
  ['properties', (size) => `<div itemscope>${'<b itemprop=a>x</b>'.repeat(size)}</div>`],
  ['styles', (size) => `<style>${'a,b{color:red}'.repeat(size)}</style>x`],
  ['braces of styles', (size) => `<style>${'a{'.repeat(size)}</style>x`],
  ['brackets of data', (size) => `<script type="application/ld+json">${'['.repeat(size)}</script>x`],
];

const SIZE = 1_500;

describe('time grows with the page, and not faster', () => {
  it.each(HOSTILE)('%s', { timeout: 60_000 }, async (_, make) => {
    // Time of the processor, which does not count other work of the machine.
    const milliseconds = async (size: number): Promise<number> => {
      const html = make(size);
      const before = process.cpuUsage();
      await converted(html, true);
      const { user, system } = process.cpuUsage(before);
      return (user + system) / 1_000;
    };
    await milliseconds(SIZE);
    // Quadratic time would take a hundred times as long.
    const limit = (await milliseconds(SIZE)) * 20 + 200;
    const tenTimes = await milliseconds(SIZE * 10);
    // The collection of garbage may have fallen into the first measurement.
    expect(tenTimes < limit ? tenTimes : await milliseconds(SIZE * 10)).toBeLessThan(limit);
  });
});
