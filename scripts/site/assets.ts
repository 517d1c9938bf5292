import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const pathOf = (path: string) => fileURLToPath(new URL(path, import.meta.url));

const PROGRAMS: Readonly<Record<string, string>> = {
  'site.js': pathOf('./client/site.ts'),
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

/** Writes files into a folder; returns their size in bytes. */
export async function writeFiles(folder: string, files: ReadonlyMap<string, string>): Promise<number> {
  await mkdir(folder, { recursive: true });
  for (const [name, text] of files) await writeFile(join(folder, name), text);
  return [...files.values()].reduce((sum, text) => sum + Buffer.byteLength(text), 0);
}
