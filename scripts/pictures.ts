/** Takes the pictures of the README from a service that has just been built. */

import { createHash } from 'node:crypto';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readCommandLine } from './shared/command-line.js';

const USAGE = `
Takes the pictures of the README, in Chromium. Build before: \`npm run build\`.

  npm run pictures              writes docs/pictures
  npm run pictures -- --check   writes nothing, and fails if the pages have changed since the pictures were taken
`;

const root = new URL('../', import.meta.url);
const folder = new URL('docs/pictures/', root);
const DIGESTS = new URL('sources.json', folder);

/** What decides how each picture looks. Pixels differ from machine to machine, since fonts do. */
const SOURCES = {
  dashboard: 'packages/local/src/dashboard/',
  reference: 'scripts/site/',
} as const;

const { values } = readCommandLine(USAGE, { options: { check: { type: 'boolean', default: false } } });
const digests: Record<string, string> = {};
for (const [name, path] of Object.entries(SOURCES)) digests[name] = await digestOf(path);
if (values.check) {
  const savedDigests = JSON.parse(await readFile(DIGESTS, 'utf8'));
  const stale = Object.keys(SOURCES).filter((name) => digests[name] !== savedDigests[name]);
  for (const name of stale) console.error(`The ${name} has changed since its picture was taken: \`npm run pictures\`.`);
  process.exitCode = stale.length === 0 ? 0 : 1;
} else {
  const { takePictures } = await import('./pictures/take.js');
  await takePictures(fileURLToPath(folder));
  await writeFile(DIGESTS, `${JSON.stringify(digests, null, 2)}\n`);
}

/** Of the files in a folder, without their tests. */
async function digestOf(path: string): Promise<string> {
  const hash = createHash('sha256');
  const files = await readdir(new URL(path, root), { recursive: true, withFileTypes: true });
  const names = files
    .filter((file) => file.isFile() && !file.name.endsWith('.test.ts'))
    .map((file) => join(file.parentPath, file.name));
  for (const name of names.sort()) hash.update(relative(fileURLToPath(root), name)).update(await readFile(name));
  return hash.digest('hex');
}
