import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createOutput } from './output.js';
import { createStdout } from './stdout.js';

let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'trawl-output-'));
});

afterAll(() => rmSync(folder, { recursive: true }));

const outputTo = (path: string) => createOutput(createStdout(process.stdout), { path });

describe('the folder of several pages', () => {
  it('is made with those above it, and may be there', async () => {
    const path = join(folder, 'a/b/c');
    await Promise.all([outputTo(path).prepareFolder(), outputTo(path).prepareFolder()]);
    await outputTo(path).prepareFolder();
    expect(existsSync(path)).toBe(true);
  });

  it('is refused where none can be made', async () => {
    const file = join(folder, 'file');
    writeFileSync(file, '');
    for (const path of [file, join(file, 'below')])
      await expect(outputTo(path).prepareFolder()).rejects.toThrow(/^--output: the folder .* cannot be made \(/);
  });

  it.runIf(existsSync('/proc/self'))('is refused below /proc, where Node.js would never end', async () => {
    for (const path of ['/proc/absent', '/proc/absent/deep/pages', '/proc/self/absent'])
      await expect(outputTo(path).prepareFolder()).rejects.toThrow(/cannot be made \(/);
    await expect(outputTo('/proc/absent/a.md').one({}, 'text')).rejects.toThrow(/cannot be written \(/);
  });
});

it('a file below folders that are not there is written', async () => {
  mkdirSync(join(folder, 'd'));
  await outputTo(join(folder, 'd/e/f.md')).one({}, 'text');
  expect(readFileSync(join(folder, 'd/e/f.md'), 'utf8')).toBe('text\n');
});
