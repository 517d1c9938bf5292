/** Adds to what is built of the service the reference and the guides that it serves, each file compressed. */
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { gzipSync } from 'node:zlib';

for (const folder of ['reference', 'docs']) {
  const source = new URL(`assets/${folder}/`, import.meta.url);
  const target = new URL(`dist/${folder}/`, import.meta.url);
  // A page that is no longer rendered must not be served.
  await rm(target, { recursive: true, force: true });
  await mkdir(target, { recursive: true });
  for (const name of await readdir(source)) {
    const content = gzipSync(await readFile(new URL(name, source)), { level: 9 });
    await writeFile(new URL(`${name}.gz`, target), content);
  }
}
