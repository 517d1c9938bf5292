import { basename } from 'node:path';
import { gzipSync } from 'node:zlib';
import { type BuildOptions, build } from 'esbuild';

type BundledFor = 'browser' | 'neutral' | 'node';

/**
 * A program as a bundler ships it: one minified file, without what is not used. What a bundle for no platform in
 * particular cannot find, such as a module of Node.js, is an error.
 *
 * @param folder where the program is, and so the packages that it imports.
 */
export async function bundle(program: string, folder: string, platform: BundledFor): Promise<string> {
  const { outputFiles } = await build({ ...optionsOf(program, folder, platform), write: false });
  return outputFiles[0]?.text ?? '';
}

/**
 * The files that a page loads at first, when the bundler keeps what a program imports later in files of their own: the
 * program, and all that it imports by a statement.
 */
export async function filesLoadedFirst(program: string, folder: string, platform: BundledFor): Promise<string[]> {
  const options = { ...optionsOf(program, folder, platform), splitting: true, outdir: '.' };
  const { outputFiles, metafile } = await build({ ...options, write: false, metafile: true });
  const texts = new Map(outputFiles.map(({ path, text }) => [basename(path), text]));
  const [start] = Object.entries(metafile.outputs).flatMap(([file, { entryPoint }]) =>
    entryPoint === '<stdin>' ? file : [],
  );
  const first = new Set([start ?? '']);
  // A set that grows while it is walked: each file adds those that it imports.
  for (const file of first) {
    for (const { kind, path } of metafile.outputs[file]?.imports ?? [])
      if (kind === 'import-statement') first.add(path);
  }
  return [...first].map((file) => texts.get(basename(file)) ?? '');
}

/** The bytes of files, each gzipped by itself, as servers send them. */
export function gzippedSize(files: readonly string[]): number {
  return files.reduce((bytes, text) => bytes + gzipSync(text, { level: 9 }).length, 0);
}

function optionsOf(program: string, folder: string, platform: BundledFor): BuildOptions {
  return {
    stdin: { contents: program, resolveDir: folder },
    bundle: true,
    minify: true,
    format: 'esm',
    target: 'es2022',
    platform,
    // Bundlers look for these by themselves; esbuild does so for a platform that it knows.
    mainFields: ['module', 'main'],
    logLevel: 'silent',
  };
}
