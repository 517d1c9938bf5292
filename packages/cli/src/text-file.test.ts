import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { urlsOfList } from './program/lines.js';

const ADDRESSES = ['https://a.example/é', 'https://b.example/学'];

let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'trawl-text-'));
});

afterAll(() => rmSync(folder, { recursive: true }));

it.each([
  ['UTF-8', (text: string) => Buffer.from(text)],
  ['UTF-8 with a mark', (text: string) => Buffer.from(`\ufeff${text}`)],
  ['UTF-16, low bytes first', (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le')],
  ['UTF-16, high bytes first', (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le').swap16()],
])('a list in %s is read', async (_, encode) => {
  const file = join(folder, 'urls.txt');
  writeFileSync(file, encode(ADDRESSES.join('\r\n')));
  expect(await urlsOfList(file, false)).toEqual(ADDRESSES);
});
