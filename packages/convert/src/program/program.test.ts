import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, test } from 'vitest';
import { runProgram } from './program.js';

const folder = mkdtempSync(join(tmpdir(), 'convert-'));
const page = join(folder, 'page.html');
writeFileSync(page, '<title>Tea</title><main><h1>Tea</h1><p>Two <a href="cups.html">cups</a> a day.</p></main>');

afterAll(() => rmSync(folder, { recursive: true }));

async function run(args: readonly string[], input?: string, isTTY = false) {
  const output = { out: '', err: '' };
  const stdin = Object.assign(Readable.from(input === undefined ? [] : [Buffer.from(input)]), {
    isTTY: input === undefined,
  });
  const status = await runProgram(args, {
    stdin,
    stdout: { isTTY, write: (text) => (output.out += text) },
    stderr: { write: (text) => (output.err += text) },
  });
  return { status, ...output };
}

test('a file becomes Markdown', async () => {
  const out = '# Tea\n\nTwo [cups](cups.html) a day.\n';
  expect(await run([page])).toEqual({ status: 0, out, err: '' });
});

test('standard input becomes Markdown, with links of the address', async () => {
  const input = '<p>Two <a href="cups.html">cups</a></p>';
  const out = 'Two [cups](https://tea.example/cups.html)\n';
  expect(await run(['--url', 'https://tea.example/'], input)).toEqual({ status: 0, out, err: '' });
});

test('the name of a file tells its type', async () => {
  const pdf = fileURLToPath(new URL('../../test/documents/report.pdf', import.meta.url));
  expect((await run([pdf, '--max-pages', '1'])).out).toMatch(/^# Harbour report\n/);
});

test('a file that is not text, of an unknown type, is refused', async () => {
  const err = 'The input is a binary file of an unknown type, which cannot be converted.\n';
  expect(await run([], 'PK\0\0\u0003')).toEqual({ status: 1, out: '', err });
});

test('several formats become one object, and warnings are written beside it', async () => {
  const { status, out, err } = await run([page, '--format', 'text,links', '-f', 'menu']);
  expect(status).toBe(0);
  expect(JSON.parse(out)).toMatchObject({ text: 'Tea\nTwo cups a day.', links: ['cups.html'], kind: 'other' });
  expect(err).toBe('`menu` is missing: the page has no structured data of a menu.\n');
});

test('a list is one line for each item', async () => {
  const args = ['-f', 'links', '--url', 'https://tea.example/'];
  expect((await run(args, '<a href="a">a</a><a href="b">b</a>')).out).toBe(
    'https://tea.example/a\nhttps://tea.example/b\n',
  );
});

test('an image is a link to its file', async () => {
  const picture = join(folder, 'tide.png');
  writeFileSync(picture, new Uint8Array(9));
  expect((await run([picture, '-t', 'image/png'])).out).toBe('![](tide.png)\n');
});

test('help and version', async () => {
  expect((await run(['--help'])).out).toContain('curl -s https://example.com/ | trawl-convert --url');
  expect((await run(['--version'])).out).toMatch(/^\d+\.\d+\.\d+\n$/);
});

test.each<[args: string[], status: number, err: string]>([
  [['--formt', 'html'], 2, "Unknown option '--formt'"],
  [[page, 'other.html'], 2, 'One file is converted at a time; `other.html` is another one.'],
  [[page, '--format', 'pdf'], 2, '`--format` is `pdf`, which is no format. Formats are: markdown, html,'],
  [[page, '--max-pages', 'all'], 2, '`--max-pages` is `all`, which is no whole number from 1 to 99,999.'],
  [[page, '--url', 'tea'], 2, '`--url` is `tea`, which is no absolute URL.'],
  [[page, '--max-bytes', '20'], 1, 'The input has more bytes than are read: `--max-bytes` raises the limit.'],
  [[page, '--max-bytes', '0'], 2, '`--max-bytes` is `0`, which is no whole number from 1 to 9,007,199,254,740,991.'],
  [[], 2, 'Name a file, or pipe a page into the command.'],
  [[join(folder, 'none.html')], 1, 'none.html` cannot be read: there is no such file.'],
  [[folder], 1, '` cannot be read: it is a folder.'],
])('%s ends with status %i', async (args, status, err) => {
  const result = await run(args);
  expect(result).toMatchObject({ status, out: '' });
  expect(result.err).toContain(err);
});

test('a terminal gets no control characters of a page, a pipe gets all, and JSON has the same value for both', async () => {
  const hostile = 'a\u001b[2Jb\u009b1mc\u202ed\u2028e';
  const input = `<main><p>${hostile}</p></main>`;
  for (const format of ['markdown', 'text', 'rawHtml', 'markdown,text']) {
    const piped = await run(['-f', format], input);
    const shown = await run(['-f', format], input, true);
    expect(shown.out).not.toMatch(/[^\P{Cc}\n\t]|[\p{Cf}\p{Zl}\p{Zp}]/u);
    if (format.includes(',')) expect(JSON.parse(shown.out)).toEqual(JSON.parse(piped.out));
    else expect(piped.out).toContain(hostile.slice(0, -2));
  }
});

test('what was left out is explained on standard error, element by element', async () => {
  const text = 'The kettle in our office broke in March, so the team wrote a small program that orders a new one.';
  const input = `<nav id="menu"><a href="/">Home</a></nav><main><h1>Tea</h1><p>${text}</p><p>${text}</p>
    <div class="ads"><iframe src="/ad"></iframe>Buy</div></main><div><p hidden>Never</p></div><footer><p>Legal</p></footer>`;
  const { out, err } = await run(['--explain'], input);
  expect(out).toMatch(/^# Tea\n/);
  expect(err).toContain('#menu: "Home"\n  landmark: ');
  expect(err).toContain('main > div: "Buy"\n  advertising: ');
  expect(err).toContain('footer: "Legal"\n');
  expect(err).not.toContain('Never');
  const { out: json } = await run(['--format', 'removed'], input);
  expect(JSON.parse(json)).toHaveLength(3);
  expect((await run(['--whole-page', '--keep-ads', '--explain'], input)).err).toBe('');
});
