import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { gzipSync } from 'node:zlib';
import { defineConfig } from 'tsdown';

/** What `npm run docs` writes, and what `/reference` shows. */
const REFERENCE = new URL('../../dist/reference/index.html', import.meta.url);

/** A build for development may do without; a release is checked for it. */
async function addReference(): Promise<void> {
  if (!existsSync(REFERENCE)) return console.warn('No reference was rendered: `npm run docs` does, before the build.');
  await writeFile(
    new URL('dist/reference.html.gz', import.meta.url),
    gzipSync(await readFile(REFERENCE), { level: 9 }),
  );
}

export default defineConfig({
  entry: {
    index: 'src/index.ts',
    cli: 'src/cli.ts',
    // A worker is a file of its own, beside the one that starts it.
    'convert-worker': 'src/convert/convert-worker.ts',
    'differ-worker': 'src/changes/differ-worker.ts',
    'path-worker': 'src/crawl/path-worker.ts',
    'worker-process': 'src/workers/worker-process.ts',
  },
  format: 'esm',
  platform: 'node',
  target: 'node20',
  dts: { entry: 'src/index.ts' },
  fixedExtension: false,
  hooks: { 'build:done': addReference },
});
