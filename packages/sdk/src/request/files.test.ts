import { createReadStream, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pathToFileURL } from 'node:url';
import { runInNewContext } from 'node:vm';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { clientOf } from '../../test/client.js';
import { failing, json, MisbehavingServer } from '../../test/misbehaving-server.js';
import { failureOf } from '../../test/sending.js';
import { ConfigurationError } from '../errors/index.js';
import type { FileInput } from './files.js';
import type { CallOptions } from './invoke.js';

const page = json({ success: true, data: { markdown: '# Report', metadata: { sourceURL: 'a.html' } } });
const folder = mkdtempSync(join(tmpdir(), 'trawl-files-'));
const path = join(folder, 'on disk.pdf');
writeFileSync(path, 'content');
afterAll(() => rmSync(folder, { recursive: true }));

const around = new TextEncoder().encode('not this content nor this');
const responseOf = (url: string) => Object.defineProperty(new Response('content'), 'url', { value: url });

/** What libraries and test environments have in place of the classes of the platform: the same members, without their tags. */
const foreignBlob = () => ({ size: 7, type: '', arrayBuffer: async () => new TextEncoder().encode('content').buffer });
const foreignResponse = () => ({
  ...foreignBlob(),
  size: undefined,
  status: 200,
  ok: true,
  headers: new Map(),
  body: Readable.from([Buffer.from('content')]),
});
const foreignBytes = (code: string) =>
  runInNewContext(`const bytes = Uint8Array.from(content); ${code}`, { content: Buffer.from('content') });

const stream = () => new Blob(['content']).stream() as ReadableStream<Uint8Array>;

describe('a file to parse', () => {
  it.each<[string, () => FileInput, string | undefined, string]>([
    ['a path', () => path, undefined, 'on disk.pdf'],
    ['a path with a name of its own', () => path, 'named.pdf', 'named.pdf'],
    ['a File', () => new File(['content'], 'file.pdf'), undefined, 'file.pdf'],
    ['a Blob', () => new Blob(['content']), 'blob.pdf', 'blob.pdf'],
    ['an ArrayBuffer', () => new TextEncoder().encode('content').buffer, 'buffer.pdf', 'buffer.pdf'],
    ['a Buffer', () => Buffer.from('content'), 'buffer.pdf', 'buffer.pdf'],
    ['a view into bytes', () => around.subarray(9, 16), 'view.pdf', 'view.pdf'],
    ['a stream', stream, 'stream.pdf', 'stream.pdf'],
    ['a stream of Node', () => Readable.from([Buffer.from('con'), Buffer.from('tent')]), 'node.pdf', 'node.pdf'],
    ['a stream of a file', () => createReadStream(path), undefined, 'on disk.pdf'],
    ['a stream of a file as text', () => createReadStream(path, 'utf8'), undefined, 'on disk.pdf'],
    ['a stream of text', () => Readable.from(['con', 'tent']), 'rows.csv', 'rows.csv'],
    ['a file URL', () => pathToFileURL(path), undefined, 'on disk.pdf'],
    ['a file URL as text', () => pathToFileURL(path).href, undefined, 'on disk.pdf'],
    ['a Response', () => new Response('content'), 'response.pdf', 'response.pdf'],
    ['a Response of a URL that names a file', () => responseOf('https://a.test/a%20b.pdf?x=/y'), undefined, 'a b.pdf'],
    ['a Blob of another class', () => foreignBlob() as Blob, 'blob.pdf', 'blob.pdf'],
    ['a File of another class', () => ({ ...foreignBlob(), name: 'file.pdf' }) as File, undefined, 'file.pdf'],
    ['a Response of another class', () => foreignResponse() as unknown as Response, 'response.pdf', 'response.pdf'],
    ['a URL of another class', () => ({ href: pathToFileURL(path).href }) as URL, undefined, 'on disk.pdf'],
    ['bytes of another realm', () => foreignBytes('bytes'), 'view.pdf', 'view.pdf'],
    ['an ArrayBuffer of another realm', () => foreignBytes('bytes.buffer'), 'buffer.pdf', 'buffer.pdf'],
    ['a Response of another URL', () => responseOf('https://a.test/download'), 'named.pdf', 'named.pdf'],
  ])('can be %s, and is sent again after a failure', async (_, input, filename, name) => {
    await using server = await MisbehavingServer.start(failing(503), page);
    const { markdown } = await clientOf(server).parse(input(), {
      parsers: [{ type: 'pdf', maxPages: 2 }],
      ...(filename && { filename }),
    });
    expect(markdown).toBe('# Report');
    expect(server.received).toHaveLength(2);
    for (const { headers, body } of server.received) {
      const form = await new Response(body, {
        headers: { 'content-type': String(headers['content-type']) },
      }).formData();
      const file = form.get('file') as File;
      expect([...form.keys()]).toEqual(['file', 'options']);
      expect([file.name, await file.text()]).toEqual([name, 'content']);
      expect(JSON.parse(String(form.get('options')))).toEqual({ parsers: [{ type: 'pdf', maxPages: 2 }] });
    }
  });

  it('goes out as a form, whatever type the headers of the client name', async () => {
    await using server = await MisbehavingServer.start(page);
    const trawl = clientOf(server, { headers: { 'Content-Type': 'application/json' } });
    await trawl.parse(new File(['x'], 'a.html'));
    expect(server.received[0]?.headers['content-type']).toMatch(/^multipart\/form-data; boundary=./);
  });

  it('takes fields that the SDK does not know', async () => {
    await using server = await MisbehavingServer.start(page);
    await clientOf(server).parse(new File(['x'], 'a.html'), {}, { extraBody: { brandNew: [1] } });
    expect(server.received[0]?.body).toMatch(/name="options"\r\n\r\n\{"brandNew":\[1\]\}/);
    await clientOf(server).parse({ uploadRef: 'r' }, { timeout: 5000 }, { extraBody: { brandNew: 1 } });
    expect(JSON.parse(server.received[1]?.body ?? '')).toEqual({ uploadRef: 'r', timeout: 5000, brandNew: 1 });
  });

  it.each<[string, () => CallOptions]>([
    ['the time is up', () => ({ totalTimeoutMs: 50 })],
    ['the caller aborts', () => ({ signal: AbortSignal.timeout(50) })],
  ])('is not read on when %s', async (_, optionsOf) => {
    await using server = await MisbehavingServer.start(page);
    let endless = new ReadableStream<Uint8Array>();
    const cancelled = new Promise<unknown>((cancel) => {
      endless = new ReadableStream({ start: (controller) => controller.enqueue(around), cancel });
    });
    const trawl = clientOf(server, { clock: undefined });
    const error = await failureOf(trawl.parse(endless, { filename: 'a.pdf' }, optionsOf()));
    expect(await cancelled).toBe(error);
    expect(server.received).toEqual([]);
  });

  it.each<[string, FileInput]>([
    ['is not there', join(folder, 'missing.pdf')],
    ['is a folder', folder],
  ])('that %s is refused, and nothing is sent', async (_, input) => {
    await using server = await MisbehavingServer.start(page);
    const error = await failureOf(clientOf(server).parse(input));
    expect(error).toBeInstanceOf(ConfigurationError);
    expect(error.message).toBe(`file "${input}" cannot be read: is it there?`);
    expect(error.cause).toMatchObject({ code: expect.stringMatching(/ENOENT|EISDIR/) });
    expect(server.received).toEqual([]);
  });

  it.each<[string, () => FileInput]>([
    ['bytes', () => around],
    ['a Blob', () => new Blob(['content'])],
    ['a stream', stream],
    ['a stream of Node', () => Readable.from([around])],
    ['a Response of no URL', () => new Response('content')],
    ['a Response of a URL without a file', () => responseOf('https://a.test/download')],
  ])('needs a name when it is %s', async (_, input) => {
    await using server = await MisbehavingServer.start(page);
    const error = await failureOf(clientOf(server).parse(input()));
    expect(error).toBeInstanceOf(ConfigurationError);
    expect(error.message).toContain('filename is missing');
    expect(server.received).toEqual([]);
  });

  it.each<[string, FileInput, string]>([
    [
      'a web address',
      'https://a.test/report.pdf',
      'file is a web address: use scrape(), or give the Response of a fetch.',
    ],
    [
      'the URL of a page',
      new URL('https://a.test'),
      'file is a web address: use scrape(), or give the Response of a fetch.',
    ],
    ['a Response that failed', new Response('', { status: 404 }), 'file is a response with status 404.'],
  ])('cannot be %s', async (_, input, message) => {
    await using server = await MisbehavingServer.start(page);
    await expect(clientOf(server).parse(input, { filename: 'a.pdf' })).rejects.toMatchObject({ message });
    expect(server.received).toEqual([]);
  });

  it('has the type of the response that it is', async () => {
    await using server = await MisbehavingServer.start(page);
    const csv = new Response('a,b', { headers: { 'content-type': 'text/csv' } });
    await clientOf(server).parse(csv, { filename: 'a.csv' });
    expect(server.received[0]?.body).toContain('Content-Type: text/csv');
  });

  it.each([
    ['100%.csv', '100%.csv'],
    ['100%25.csv', '100%.csv'],
    ['%E4%BD%A0.csv', '你.csv'],
    ['%ff.csv', '%ff.csv'],
  ])('has the name at the end of its URL, whatever it encodes: %s', async (end, name) => {
    await using server = await MisbehavingServer.start(page);
    const csv = Object.defineProperty(new Response('a,b'), 'url', { value: `https://a.test/${end}` });
    await clientOf(server).parse(csv);
    expect(server.received[0]?.body).toContain(`filename="${name}"`);
  });

  it('that was read before is refused', async () => {
    await using server = await MisbehavingServer.start(page);
    const response = new Response('content');
    await response.text();
    const error = await failureOf(clientOf(server).parse(response, { filename: 'a.pdf' }));
    expect(error.message).toBe('file is a response that was read before: give it unread, or give what was read.');
  });

  it('cannot be a path where there are no files', async () => {
    await using server = await MisbehavingServer.start(page);
    // What other platforms lack.
    vi.stubGlobal('process', Object.create(process, { getBuiltinModule: { value: undefined } }));
    const error = await failureOf(clientOf(server).parse(path)).finally(() => vi.unstubAllGlobals());
    expect(error).toBeInstanceOf(ConfigurationError);
    expect(error.message).toContain('give a Blob or a File');
  });
});
