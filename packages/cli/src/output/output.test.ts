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

const outputTo = (path: string, frontMatter = false) =>
  createOutput(createStdout(process.stdout), { path, frontMatter });

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

describe('the files of pages', () => {
  const page = (statusCode: number, path: string) => ({
    markdown: `# ${path}`,
    metadata: {
      statusCode,
      sourceURL: `https://a.example/${path}`,
      title: 'A: "b"\n---',
      language: 'en',
      robots: 'all',
    },
  });

  it('lie apart where a site answered with an error', async () => {
    const path = join(folder, 'pages');
    for (const [status, name] of [
      [200, 'ok'],
      [404, 'gone'],
      [500, 'broken'],
    ] as const)
      await outputTo(path).page(page(status, name));
    for (const file of ['a.example/ok.md', 'status-404/a.example/gone.md', 'status-500/a.example/broken.md'])
      expect(existsSync(join(path, file))).toBe(true);
  });

  it('begin with what is known of the page if that is asked for', async () => {
    const path = join(folder, 'with-front-matter');
    await outputTo(path, true).page(page(200, 'ok'));
    const text = readFileSync(join(path, 'a.example/ok.md'), 'utf8');
    const [, yaml = '', markdown] = /^---\n(.*?)^---\n\n(.*)$/ms.exec(text) ?? [];
    expect(yaml.trim().split('\n')).toEqual([
      'url: "https://a.example/ok"',
      String.raw`title: "A: \"b\"\n---"`,
      'language: "en"',
      'status: 200',
    ]);
    expect(markdown).toBe('# ok\n');
  });
});
