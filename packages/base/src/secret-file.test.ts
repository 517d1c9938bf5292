import { chmodSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { readSecretFile } from './secret-file.js';

const folder = mkdtempSync(join(tmpdir(), 'keys-'));
const file = join(folder, 'key');
writeFileSync(file, '\n a-key-0123456789\n');

afterAll(() => rmSync(folder, { recursive: true }));

const rights = Array.from({ length: 0o100 }, (_, others) => 0o600 + others);

it.runIf(process.platform !== 'win32')('a key is read if no right of others is there, also behind a link', () => {
  const link = join(folder, 'link');
  symlinkSync(file, link);
  const accepted = rights.filter((mode) => {
    chmodSync(file, mode);
    try {
      return readSecretFile(link, '--key-file') === 'a-key-0123456789';
    } catch (error) {
      expect((error as Error).message).toBe(`Others can read the key in ${link}: run chmod 600 ${link}.`);
      return false;
    }
  });
  expect(accepted).toEqual([0o600]);
});

it('what cannot be read names the option and the file', () => {
  const empty = join(folder, 'empty');
  writeFileSync(empty, ' \n', { mode: 0o600 });
  expect(() => readSecretFile(empty, '--key-file')).toThrow(`--key-file: ${empty} is empty.`);
  expect(() => readSecretFile(join(folder, 'none'), '--key-file')).toThrow('none cannot be read (ENOENT).');
  expect(() => readSecretFile('', '--key-file')).toThrow('--key-file:  cannot be read (ENOENT).');
  expect(() => readSecretFile(folder, '--key-file')).toThrow(`--key-file: ${folder} cannot be read (EISDIR).`);
});
