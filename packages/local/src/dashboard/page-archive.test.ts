import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { brotliCompressSync } from 'node:zlib';
import { afterAll, expect, it } from 'vitest';
import { PageArchive } from './page-archive.js';

const folder = mkdtempSync(join(tmpdir(), 'pages-'));
const file = join(folder, 'pages.br');
const archive = new PageArchive(pathToFileURL(file));

afterAll(() => rmSync(folder, { recursive: true }));

it('finds what is there once the build has written it', async () => {
  await expect(archive.read('a.html')).rejects.toMatchObject({ code: 'ENOENT' });
  writeFileSync(file, brotliCompressSync(`${JSON.stringify({ 'a.html': 3, 'b/c.md': 4 })}\naé\nbc`)); // é has two bytes
  expect(new TextDecoder().decode(await archive.read('a.html'))).toBe('aé');
  expect(new TextDecoder().decode(await archive.read('b/c.md'))).toBe('\nbc');
  await expect(archive.read('d.html')).rejects.toThrow('d.html is not part of this build.');
});
