import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import manifest from '../package.json' with { type: 'json' };

const root = fileURLToPath(new URL('..', import.meta.url));

/** The programs of this repository that `npm run` starts, without what the tools of others answer themselves. */
const PROGRAMS = [
  'tasks',
  'start',
  'codegen',
  'docs',
  'guides',
  'pages',
  'release-dry',
  'release-publish',
  'install-into',
  'interop',
  'model-quality',
  '../bench/bench',
];

function answer(program: string, ...args: string[]) {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ['--import', 'tsx', `scripts/${program}.ts`, ...args],
    { cwd: root, encoding: 'utf8' },
  );
  return { status, stdout, stderr };
}

it.each(PROGRAMS)('%s answers --help with its usage, and does nothing else', (program) => {
  const { status, stdout } = answer(program, '--help');
  expect(status).toBe(0);
  const [, command = ''] = /^ {2}npm (?:run )?([\w:]+)/m.exec(stdout) ?? [];
  expect(Object.keys(manifest.scripts)).toContain(command);
});

// All of them read their flags in one way, which the test above shows.
it('a program refuses an unknown flag in a sentence', () => {
  const { status, stderr } = answer('pages', '--unknown');
  expect(status).toBeGreaterThan(0);
  expect(stderr.trim()).toBe("Unknown option '--unknown': `--help` shows the usage.");
});
