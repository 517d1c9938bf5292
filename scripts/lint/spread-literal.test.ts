import { spawnSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const biome = createRequire(import.meta.url).resolve('@biomejs/biome/bin/biome');
const rule = fileURLToPath(new URL('spread-literal.grit', import.meta.url));

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'trawl-spread-'));
  await writeFile(
    join(folder, 'biome.json'),
    JSON.stringify({ plugins: [rule], linter: { rules: { preset: 'none' } }, formatter: { enabled: false } }),
  );
});

afterAll(() => rm(folder, { recursive: true }));

/** The messages of the linter about a program, without those of its own rules. */
async function messagesAbout(program: string): Promise<string[]> {
  await writeFile(join(folder, 'program.ts'), program);
  const { stdout } = spawnSync(process.execPath, [biome, 'lint', '--reporter=json', 'program.ts'], {
    cwd: folder,
    encoding: 'utf8',
  });
  return JSON.parse(stdout).diagnostics.map(({ message }: { message: string }) => message);
}

describe('a literal that is spread into another', () => {
  it.each([
    'export const page = { ...{ url: "a", title: "b" }, links: [] };',
    'export const pages = [...["a", "b"], "c"];',
    'open(...["a", "b"]);',
  ])('is refused: %s', async (program) => {
    expect(await messagesAbout(program)).toEqual([expect.stringContaining('This spreads a literal.')]);
  });

  it.each([
    'export const copy = { ...page, links: [] };',
    'export const all = [...pages, ...(isOpen ? ["a"] : [])];',
    'export const page = { url: "a", ...(title && { title }) };',
  ])('is told apart from a value that is spread: %s', async (program) => {
    expect(await messagesAbout(program)).toEqual([]);
  });
});
