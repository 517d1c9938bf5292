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

/**
 * Runs programs one after the other in one process, each until it ends: to start one for each takes most of the time.
 * Prints how each has ended, and what it has printed.
 */
const ALL = `
const write = process.stdout.write.bind(process.stdout);
const answers = {};
// Some programs await none of their work.
process.on('unhandledRejection', () => {});
for (const program of process.argv.slice(1)) {
  const answer = { stdout: '' };
  answers[program] = answer;
  process.argv = [process.execPath, program, '--help'];
  process.stdout.write = (text) => { answer.stdout += text; return true; };
  process.exit = (status) => { answer.status = status; throw new Error('It has ended.'); };
  await import('./scripts/' + program + '.ts').catch(() => {});
}
write(JSON.stringify(answers));
`;

const options = { cwd: root, encoding: 'utf8' } as const;

it('every program answers --help with its usage, and does nothing else', () => {
  const args = ['--import', 'tsx', '--input-type=module', '--eval', ALL, ...PROGRAMS];
  const { stdout: text } = spawnSync(process.execPath, args, options);
  const answers = JSON.parse(text) as Record<string, { status?: number; stdout: string }>;
  for (const program of PROGRAMS) {
    const { status, stdout = '' } = answers[program] ?? {};
    expect(status, program).toBe(0);
    const [, command = ''] = /^ {2}npm (?:run )?([\w:]+)/m.exec(stdout) ?? [];
    expect(Object.keys(manifest.scripts), program).toContain(command);
  }
});

// All of them read their flags in one way, which the test above shows.
it('a program refuses an unknown flag in a sentence', () => {
  const args = ['--import', 'tsx', 'scripts/pages.ts', '--unknown'];
  const { status, stderr } = spawnSync(process.execPath, args, options);
  expect(status).toBeGreaterThan(0);
  expect(stderr.trim()).toBe("Unknown option '--unknown': `--help` shows the usage.");
});
