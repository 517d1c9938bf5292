/** Adds to what is built of the service the reference and the guides that it serves, each folder as one compressed file. */
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, constants } from 'node:zlib';

/** The whole archive, so that what its pages share is written once. */
const WINDOW = constants.BROTLI_MAX_WINDOW_BITS;
/** The best quality takes twenty times as long and saves an eighth. */
const QUALITY = 9;

for (const folder of ['reference', 'docs']) {
  const source = fileURLToPath(new URL(`assets/${folder}/`, import.meta.url));
  const target = new URL(`dist/${folder}/`, import.meta.url);
  // A page that is no longer rendered must not be served.
  await rm(target, { recursive: true, force: true });
  await mkdir(target, { recursive: true });
  const entries = await readdir(source, { recursive: true, withFileTypes: true });
  const names = entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => relative(source, join(parentPath, name)).replaceAll(sep, '/'));
  const files = await Promise.all(
    names.sort().map(async (name) => [name, await readFile(join(source, name))] as const),
  );
  // As src/dashboard/page-archive.ts reads it.
  const lengths = Object.fromEntries(files.map(([name, content]) => [name, content.length]));
  const archive = Buffer.concat([Buffer.from(`${JSON.stringify(lengths)}\n`), ...files.map(([, content]) => content)]);
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: QUALITY,
    [constants.BROTLI_PARAM_LGWIN]: WINDOW,
    [constants.BROTLI_PARAM_SIZE_HINT]: archive.length,
  };
  await writeFile(new URL('pages.br', target), brotliCompressSync(archive, { params }));
}
