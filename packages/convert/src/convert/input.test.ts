import { describe, expect, expectTypeOf, it } from 'vitest';
import type { Menu } from '../page/data.js';
import { convert, toMarkdown } from './convert.js';

const HTML = '<title>Tea</title><main><h1>Tea</h1><p>Two <a href="cups.html">cups</a> a day.</p></main>';
const MARKDOWN = '# Tea\n\nTwo [cups](https://tea.example/cups.html) a day.';
const url = 'https://tea.example/';
const bytes = new TextEncoder().encode(HTML);

/** A stream that never ends, and says whether it was cancelled. */
function endless() {
  const state = { isCancelled: false };
  const stream = new ReadableStream<Uint8Array>({
    pull: (controller) => controller.enqueue(new Uint8Array(1_000)),
    cancel() {
      state.isCancelled = true;
    },
  });
  return { stream, state };
}

describe('an input is converted as', () => {
  it('the charset that a response names', async () => {
    const latin = new Response(new Uint8Array([0x3c, 0x70, 0x3e, 0xe9]), {
      headers: { 'content-type': 'text/html; charset=iso-8859-1' },
    });
    expect((await convert(latin)).markdown).toBe('é');
  });

  it('the type that the name of a file tells', async () => {
    const { kind, markdown } = await convert(new File(['a,b\n1,2'], 'figures.csv'));
    expect([kind, markdown]).toEqual(['csv', '| a | b |\n| --- | --- |\n| 1 | 2 |']);
  });
});

describe('without an address', () => {
  it('relative links stay as they are written', async () => {
    expect(toMarkdown(HTML)).toBe('# Tea\n\nTwo [cups](cups.html) a day.');
    const { links, pageLinks } = await convert(HTML, { formats: ['links', 'pageLinks'] });
    expect([links, pageLinks]).toEqual([['cups.html'], []]);
  });

  it('the one of the page counts', () => {
    expect(toMarkdown(`<base href="${url}">${HTML}`)).toBe(MARKDOWN);
  });
});

describe('is refused', () => {
  it('an input with more bytes than it may have, whatever it is', async () => {
    const tooLarge = { name: 'ConvertError', code: 'too large', message: expect.stringContaining('`maxBytes`') };
    await expect(convert(HTML, { maxBytes: 10 })).rejects.toMatchObject(tooLarge);
    await expect(convert(bytes, { maxBytes: 10 })).rejects.toMatchObject(tooLarge);
    const { stream, state } = endless();
    await expect(convert(stream, { maxBytes: 5_000 })).rejects.toMatchObject(tooLarge);
    expect(state.isCancelled).toBe(true);
  });

  it('an address that is none', async () => {
    const invalid = { code: 'invalid option', message: '`url` is `tea`, which is no absolute URL.' };
    await expect(convert(HTML, { url: 'tea' })).rejects.toMatchObject(invalid);
  });

  it('a format that is none', async () => {
    const formats = ['markdwn'] as unknown as readonly ['markdown'];
    const message = expect.stringMatching(
      /^`formats` holds `markdwn`, which is no format\. Formats are: markdown, html/,
    );
    await expect(convert(HTML, { formats })).rejects.toMatchObject({ code: 'invalid option', message });
  });

  it.each([
    ['a promise', Promise.resolve(HTML), 'a promise, which has to be awaited'],
    ['nothing', undefined, 'of the type undefined'],
    ['an object', { html: HTML }, 'of the type object'],
  ])('%s, which is no input', async (_, input, what) => {
    const invalid = { code: 'invalid option', message: expect.stringContaining(what) };
    await expect(convert(input as unknown as string)).rejects.toMatchObject(invalid);
  });

  it('a response that has been read', async () => {
    const response = new Response(HTML);
    await response.text();
    const message = 'The body of the response has been read already.';
    await expect(convert(response)).rejects.toMatchObject({ code: 'invalid option', message });
  });

  it('a stream of something else', async () => {
    const numbers = (async function* () {
      yield 1;
    })() as unknown as AsyncIterable<Uint8Array>;
    await expect(convert(numbers)).rejects.toMatchObject({ code: 'invalid option' });
  });

  it('a stream whose reading is aborted', async () => {
    const signal = AbortSignal.abort(new Error('Enough.'));
    await expect(convert(endless().stream, { signal })).rejects.toThrow('Enough.');
  });
});

describe('a result', () => {
  it('has the formats that were asked for, the metadata, the kind and the warnings', async () => {
    const result = await convert(HTML, { url, formats: ['text', 'structuredData', 'menu'] });
    expect(result).toEqual({
      text: 'Tea\nTwo cups a day.',
      structuredData: [],
      metadata: { title: 'Tea' },
      kind: 'other',
      isEmptyShell: false,
      warnings: [{ code: 'no data', format: 'menu', message: expect.stringContaining('`menu` is missing') }],
    });
  });

  it('says that a page is an empty shell', async () => {
    const { isEmptyShell } = await convert('<div id="root"></div><script src="app.js"></script>');
    expect(isEmptyShell).toBe(true);
  });

  it('has the types of its formats', async () => {
    const result = await convert(HTML, { formats: ['markdown', { type: 'json', schema: {} }, 'menu'] });
    expectTypeOf(result.markdown).toEqualTypeOf<string>();
    expectTypeOf(result.json).toEqualTypeOf<unknown>();
    expectTypeOf(result.menu).toEqualTypeOf<Menu | undefined>();
    expectTypeOf(result).not.toHaveProperty('html');
    expectTypeOf((await convert(HTML)).markdown).toEqualTypeOf<string>();
  });
});

it('shows an image without a URL by its file name, and refuses one that has neither', async () => {
  const picture = new Blob([new Uint8Array(9)], { type: 'image/png' });
  expect((await convert(picture, { filename: 'tide table (2).png' })).markdown).toBe('![](tide%20table%20(2).png)');
  const message = 'An image becomes a link to its address, and it has no URL and no name.';
  await expect(convert(picture)).rejects.toMatchObject({ code: 'unreadable', message });
});
