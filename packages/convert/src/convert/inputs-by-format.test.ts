import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { Readable } from 'node:stream';
import { runInNewContext } from 'node:vm';
import { strToU8, zipSync } from 'fflate';
import { afterAll, describe, expect, it } from 'vitest';
import { convert } from './convert.js';
import { createConverter } from './converter.js';
import { type ConvertInput, readInput } from './input.js';

const file = (name: string) => new Uint8Array(readFileSync(new URL(`../../test/documents/${name}`, import.meta.url)));

const zip = (files: Readonly<Record<string, string>>) =>
  zipSync(Object.fromEntries(Object.entries(files).map(([path, text]) => [path, strToU8(text)])));

const slides = zip({
  'ppt/presentation.xml': '<p:presentation><p:sldIdLst><p:sldId r:id="r1"/></p:sldIdLst></p:presentation>',
  'ppt/_rels/presentation.xml.rels':
    '<Relationships><Relationship Id="r1" Target="slides/slide1.xml"/></Relationships>',
  'ppt/slides/slide1.xml': '<p:sld><p:sp><a:p><a:r><a:t>Tea is drunk hot.</a:t></a:r></a:p></p:sp></p:sld>',
});

const book = zip({
  mimetype: 'application/epub+zip',
  'META-INF/container.xml': '<container><rootfile full-path="book.opf"/></container>',
  'book.opf': '<package><item id="a" href="a.xhtml"/><itemref idref="a"/></package>',
  'a.xhtml': '<html><body><p>Tea is drunk hot.</p></body></html>',
});

/** A file of every format, with its name. */
const FILES: readonly (readonly [name: string, bytes: Uint8Array])[] = [
  ...['report.pdf', 'report.docx', 'report.odt', 'report.rtf', 'figures.xlsx', 'figures.xls', 'figures.ods'].map(
    (name) => [name, file(name)] as const,
  ),
  ['slides.pptx', slides],
  ['book.epub', book],
  ...Object.entries({
    'figures.csv': 'Tea,Price\nÉarl Grey,1\n',
    'read.md': '# Tea\n\nÉarl Grey.\n',
    'data.json': '{"tea":"Éarl Grey"}',
    'data.xml': '<?xml version="1.0"?><tea>Éarl Grey</tea>',
    'notes.txt': 'Éarl Grey,\nhot.',
    'page.html': '<title>Tea</title><main><h1>Tea</h1><p>Éarl Grey.</p></main>',
  }).map(([name, text]) => [name, strToU8(text)] as const),
];

/** The bytes in the middle of a longer buffer, as in a `Buffer` of Node's pool. */
function amid(bytes: Uint8Array, Memory: { new (length: number): ArrayBufferLike } = ArrayBuffer) {
  const whole = new Uint8Array(new Memory(bytes.length + 16)).fill(0x25);
  whole.set(bytes, 8);
  return { buffer: whole.buffer, at: 8, length: bytes.length };
}

function shared(bytes: Uint8Array): SharedArrayBuffer {
  const buffer = new SharedArrayBuffer(bytes.length);
  new Uint8Array(buffer).set(bytes);
  return buffer;
}

/** Two parts in the memory of one buffer, as a stream gives them that uses its memory again. */
async function* parts(bytes: Uint8Array) {
  const half = Math.ceil(bytes.length / 2);
  const memory = new Uint8Array(half);
  for (const from of [0, half]) {
    memory.fill(0);
    memory.set(bytes.subarray(from, from + half));
    yield memory.subarray(0, Math.min(half, bytes.length - from));
  }
}

/** A value of another realm. */
const foreign = (code: string, bytes: Uint8Array): ConvertInput =>
  runInNewContext(`const memory = new Uint8Array(bytes); ${code}`, { bytes });

/** Every way to give the bytes of a file. */
const INPUTS: Readonly<Record<string, (bytes: Uint8Array, name: string) => ConvertInput>> = {
  'a Buffer': (bytes) => Buffer.from(bytes),
  'a part of a Buffer': (bytes) => Buffer.concat([Buffer.alloc(3), bytes, Buffer.alloc(5)]).subarray(3, -5),
  'a part of a Uint8Array': (bytes) => {
    const { buffer, at, length } = amid(bytes);
    return new Uint8Array(buffer, at, length);
  },
  'a Uint8ClampedArray': (bytes) => new Uint8ClampedArray(bytes),
  'an Int8Array': (bytes) => new Int8Array(bytes),
  'a DataView': (bytes) => {
    const { buffer, at, length } = amid(bytes);
    return new DataView(buffer, at, length);
  },
  'an ArrayBuffer': (bytes) => bytes.slice().buffer,
  'a SharedArrayBuffer': shared,
  'a part of a shared one': (bytes) => {
    const { buffer, at, length } = amid(bytes, SharedArrayBuffer);
    return new Uint8Array(buffer, at, length);
  },
  'a Blob': (bytes) => new Blob([bytes.slice()]),
  'a File': (bytes, name) => new File([bytes.slice()], name),
  'a Response': (bytes) => new Response(bytes.slice()),
  'a stream of the web': (bytes) => new Blob([bytes.slice()]).stream(),
  'a stream of bytes of the web': (bytes) =>
    new ReadableStream({
      type: 'bytes',
      start(controller) {
        controller.enqueue(bytes.slice());
        controller.close();
      },
    }),
  'a stream of Node.js': (bytes) =>
    Readable.from([Buffer.from(bytes.subarray(0, 20)), Buffer.from(bytes.subarray(20))]),
  'an async iterable': parts,
  'a Uint8Array of another realm': (bytes) => foreign('memory', bytes),
  'an ArrayBuffer of another realm': (bytes) => foreign('memory.buffer', bytes),
  'a DataView of another realm': (bytes) => foreign('new DataView(memory.buffer)', bytes),
  'a SharedArrayBuffer of another realm': (bytes) =>
    foreign('const b = new SharedArrayBuffer(memory.length); new Uint8Array(b).set(memory); b', bytes),
  'an async iterable of another realm': (bytes) => foreign('(async function* () { yield memory; })()', bytes),
};

/** Those whose conversion differs, where their bytes are taken as they are. */
const UNLIKE = ['a part of a Buffer', 'a SharedArrayBuffer', 'an async iterable', 'a DataView of another realm'];

describe.each(FILES)('%s is converted alike from', (name, bytes) => {
  it('every kind of input, which stays as it was', async () => {
    const expected = await convert(bytes.slice(), { filename: name });
    expect(expected.markdown).not.toBe('');
    for (const [what, make] of Object.entries(INPUTS)) {
      const input = make(bytes, name);
      const { body } = await readInput(input, { filename: name });
      // A plain one of this realm, alone in memory that can be cloned: libraries take nothing else.
      expect(Object.getPrototypeOf(body), what).toBe(Uint8Array.prototype);
      expect(typeof body !== 'string' && body.buffer, what).toBeInstanceOf(ArrayBuffer);
      expect(Buffer.from(body).equals(bytes), what).toBe(true);
      if (!UNLIKE.includes(what)) continue;
      expect(await convert(make(bytes, name), { filename: name }), what).toEqual(expected);
    }
    const input = Buffer.from(bytes);
    await convert(input, { filename: name });
    expect(input.equals(bytes)).toBe(true);
  });
});

describe('in workers', () => {
  const converter = createConverter({ size: 1 });
  afterAll(() => converter.close());

  it.each(FILES)('%s is converted alike', async (name, bytes) => {
    const expected = await convert(bytes, { filename: name });
    for (const what of UNLIKE) {
      const { deflatedInput, ...result } = await converter.convert(INPUTS[what]?.(bytes, name) ?? '', {
        filename: name,
      });
      expect(result, what).toEqual(expected);
    }
  });

  it('a small page that outgrows the memory of a thread is converted', async () => {
    const items = 85_000;
    const { pageLinks } = await converter.convert(`<a href=/>${'<li>1'.repeat(items)}`, {
      url: 'https://site.example',
      formats: ['pageLinks', 'searchEntry'],
    });
    expect(pageLinks).toEqual(['https://site.example/']);
  });
});

it('the media type of a message that node:http received counts', async () => {
  const server = createServer(async (request, response) => {
    const { kind } = await convert(request);
    response.end(kind);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  const answer = await fetch(`http://127.0.0.1:${port}/`, {
    method: 'POST',
    headers: { 'content-type': 'text/csv' },
    body: 'a,b\n1,2',
  });
  expect(await answer.text()).toBe('csv');
  server.close();
});

it('text in parts is text, whose characters a part may cut', async () => {
  const letters = [...'<p>𝒯ea</p>'].flatMap((letter) => letter.split(''));
  expect((await convert(Readable.from(letters))).markdown).toBe('𝒯ea');
});
