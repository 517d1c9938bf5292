import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const pathOf = (path: string) => fileURLToPath(new URL(path, import.meta.url));

const PROGRAMS: Readonly<Record<string, string>> = {
  'site.js': pathOf('./client/site.ts'),
  'search.js': pathOf('./client/search.ts'),
  'try-it.js': pathOf('../docs/client/try-it.ts'),
};

/** The styles and programs of the pages, by file name. */
export async function siteAssets(programs: readonly string[]): Promise<Map<string, string>> {
  const assets = new Map([['site.css', await readFile(pathOf('./style.css'), 'utf8')]]);
  for (const name of programs) assets.set(name, await bundled(PROGRAMS[name] ?? name));
  return assets;
}

async function bundled(entry: string): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [entry],
    bundle: true,
    minify: true,
    write: false,
    format: 'iife',
    target: 'es2022',
    charset: 'utf8',
  });
  const [file] = outputFiles;
  if (!file) throw new Error(`esbuild has written no program for ${entry}.`);
  return file.text;
}

/** Writes files into a folder in place of all that was there; returns their size in bytes. */
export async function replaceFiles(folder: string, files: ReadonlyMap<string, string>): Promise<number> {
  await rm(folder, { recursive: true, force: true });
  for (const name of new Set([...files.keys()].map((file) => dirname(file)))) {
    await mkdir(join(folder, name), { recursive: true });
  }
  await Promise.all([...files].map(([name, text]) => writeFile(join(folder, name), text)));
  return [...files.values()].reduce((sum, text) => sum + Buffer.byteLength(text), 0);
}
