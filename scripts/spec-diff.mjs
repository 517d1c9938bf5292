/**
 * Says what a change of our contract does to those who use it, with @trawl/spec-diff:
 *
 *   npm run spec:diff -- [BEFORE] [AFTER]
 *   npm run spec:history -- [FILE]
 *
 * It runs what is built of the package, since compiling the source at each call would take four times as long as a
 * comparison. For the same reason it is plain JavaScript.
 */
import { spawnSync } from 'node:child_process';
import { readdirSync, statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));

function buildIfOutdated() {
  const folder = `${root}packages/spec-diff`;
  const bundle = statSync(`${folder}/dist/index.js`, { throwIfNoEntry: false });
  const sources = readdirSync(`${folder}/src`, { recursive: true }).map((file) => statSync(`${folder}/src/${file}`));
  if (bundle && sources.every(({ mtimeMs }) => mtimeMs <= bundle.mtimeMs)) return;
  const { status, stderr } = spawnSync('npm', ['run', '--silent', 'build', '--workspace', '@trawl/spec-diff'], {
    cwd: root,
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`@trawl/spec-diff could not be built: ${stderr}`);
}

/** @type {NonNullable<import('@trawl/spec-diff').Settings['withTypes']>} */
const withTypes = async (report, olderSpec, newerSpec) => {
  const { register } = await import('tsx/esm/api');
  register();
  const { withTypeTests } = await import('./contract-types/type-tests.js');
  return withTypeTests(report, olderSpec, newerSpec);
};

buildIfOutdated();
const { run } = await import('@trawl/spec-diff');
process.exitCode = await run(process.argv.slice(2), {
  command: 'npm run spec:diff --',
  contract: 'openapi/v2.yaml',
  withTypes,
});
