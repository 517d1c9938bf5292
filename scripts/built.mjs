/**
 * Builds a package of this repository that our own programs use, unless what is built of it is up to date:
 *
 *   node scripts/built.mjs spec-diff
 */
import { spawnSync } from 'node:child_process';
import { readdirSync, statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));

/** @param {string} name */
export function ensureBuilt(name) {
  const folder = `${root}packages/${name}`;
  const built = statSync(`${folder}/dist/index.js`, { throwIfNoEntry: false });
  const sources = readdirSync(`${folder}/src`, { recursive: true }).map((file) => statSync(`${folder}/src/${file}`));
  if (built && sources.every(({ mtimeMs }) => mtimeMs <= built.mtimeMs)) return;
  const { status, stderr } = spawnSync('npm', ['run', '--silent', 'build', '--workspace', `@trawl/${name}`], {
    cwd: root,
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`@trawl/${name} could not be built: ${stderr}`);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  for (const name of process.argv.slice(2)) ensureBuilt(name);
}
