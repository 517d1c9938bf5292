import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Document } from '@trawl/client';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import type { LocalServer, LocalServerOptions } from '../src/index.js';
import { programsOfMachine } from './programs-of-machine.js';
import { scannedPdf } from './scanned-pdf.js';
import { call, startServer } from './server.js';

const programs = programsOfMachine('tesseract', 'pdftoppm');

const REPORT = fileURLToPath(new URL('../../convert/test/documents/report.pdf', import.meta.url));

/** Pictures of the pages of a PDF whose text is known, one of them beside a page of text. */
function scans(pdftoppm: string): { readonly pdf: Uint8Array; readonly picture: Uint8Array } {
  const folder = mkdtempSync(join(tmpdir(), 'trawl-ocr-test-'));
  try {
    execFileSync(pdftoppm, ['-jpeg', '-r', '150', REPORT, join(folder, 'page')]);
    const pictures = readdirSync(folder).map((name) => readFileSync(join(folder, name)));
    return { pdf: scannedPdf(pictures, 'Of the text layer'), picture: pictures[0] ?? new Uint8Array() };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

async function parsed(server: LocalServer, body: Uint8Array, options: object = {}) {
  const form = new FormData();
  form.append('file', new Blob([Uint8Array.from(body)]), 'scan.pdf');
  form.append('options', JSON.stringify({ timeout: 60_000, ...options }));
  const { body: answer } = await call(server, 'POST /v2/parse', { body: form });
  const { data, error } = answer as { readonly data?: Document; readonly error?: string };
  if (!data) throw new Error(error);
  return data;
}

const pdf = (parser: object) => ({ parsers: [{ type: 'pdf', ...parser }] });

const start = (options: LocalServerOptions = {}) =>
  startServer({ allowPrivateNetworks: true, ...programs, ...options });

test('without tesseract, the text layer is read, and a warning says how to get it', async () => {
  const server = await startServer();
  const { markdown, warning } = await parsed(server, scannedPdf([], 'Of the text layer', 1), pdf({ mode: 'auto' }));
  expect(markdown).toBe('Of the text layer');
  expect(warning).toMatch(/Page 1 of the PDF has no text[\s\S]*tesseract is switched off/);
  expect(server.capabilities()).toMatchObject({ ocrUsed: 'none: tesseract is switched off' });
});

describe.skipIf(!programs)('a scanned PDF', () => {
  const files = programs ? scans(programs.pdftoppm) : { pdf: new Uint8Array(), picture: new Uint8Array() };
  const site = createServer((_, response) => response.setHeader('content-type', 'image/jpeg').end(files.picture));

  beforeAll(async () => {
    site.listen(0, '127.0.0.1');
    await once(site, 'listening');
  });

  afterAll(() => {
    site.close();
  });

  test('is recognized where it has no text, and read where it has', async () => {
    const server = await start();
    const { markdown, metadata, warning } = await parsed(server, files.pdf, pdf({ pages: true, blocks: true }));
    expect(markdown).toMatch(/^# Harbour report/m);
    expect(markdown).toContain('The second page ends the report.');
    expect(markdown).toContain('Of the text layer');
    expect(metadata).toMatchObject({ numPages: 3, creditsUsed: 3 });
    expect(warning).toBeUndefined();
    // A picture of a page is parsed alike, where its parser is asked for.
    const url = `http://127.0.0.1:${(site.address() as AddressInfo).port}/scan.jpg`;
    const scrape = async (parsers: string[]) =>
      (await call(server, 'POST /v2/scrape', { body: { url, parsers } })).body as { data: Document };
    expect((await scrape(['image'])).data.markdown).toMatch(/^# Harbour report/m);
    expect((await scrape([])).data.markdown).toMatch(/^!\[/);
  });

  test('is no picture where it is a list of names of files, which tesseract would read', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'trawl-ocr-test-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const secret = join(folder, 'secret.jpg');
    writeFileSync(secret, files.picture);
    const list = createServer((_, response) =>
      response.setHeader('content-type', 'image/png').end(Buffer.from(`${secret}\n\0`)),
    ).listen(0, '127.0.0.1');
    onTestFinished(() => void list.close());
    await once(list, 'listening');
    const server = await start();
    const url = `http://127.0.0.1:${(list.address() as AddressInfo).port}/list.png`;
    const { body } = await call(server, 'POST /v2/scrape', { body: { url, parsers: ['image'], timeout: 60_000 } });
    expect(JSON.stringify(body)).not.toContain('Harbour');
    expect(body).toMatchObject({ data: { warning: expect.stringContaining('This file has none of them.') } });
  });

  test('is recognized as its parser says: never, always, and up to a number of pages', async () => {
    const server = await start();
    const [fast, ocr] = await Promise.all([
      parsed(server, files.pdf, pdf({ mode: 'fast' })),
      parsed(server, files.pdf, pdf({ mode: 'ocr', maxPages: 1, blocks: true })),
    ]);
    expect(fast.markdown).toBe('Of the text layer');
    expect(ocr.markdown).not.toContain('The second page');
    expect(ocr.blocks?.[0]?.items?.[0]).toMatchObject({ source: 'ocr' });
    expect(ocr.metadata).toMatchObject({ numPages: 1, totalPages: 3, creditsUsed: 1 });
  });

  test('is read as far as the time reaches, whatever its pictures claim, and a warning names the rest', async () => {
    const server = await start({ ocrSeconds: 2 });
    const huge = Buffer.from(files.picture);
    huge.writeUInt32BE(0xfff0fff0, huge.indexOf(Buffer.from([0xff, 0xc0])) + 5);
    const { markdown, warning } = await parsed(server, scannedPdf([huge], 'Of the text layer'));
    expect(markdown).toBe('Of the text layer');
    expect(warning).toMatch(/There was no time to recognize characters .* on page 1\./);
    expect(readdirSync(tmpdir()).filter((name) => name.startsWith('trawl-programs-'))).toEqual([]);
  });
});
