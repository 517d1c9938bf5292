import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it, onTestFinished } from 'vitest';
import { TaskReport } from './report.js';
import { type FailedTest, findUnsteady, passesAlone, readFailedTest } from './unsteady.js';

const MODULES = fileURLToPath(new URL('../../node_modules', import.meta.url));

/** Fails when it runs for the first time. */
const UNSTEADY = `
import { existsSync, writeFileSync } from 'node:fs';
import { expect, it } from 'vitest';
it('is steady', () => {
  const isFirst = !existsSync('ran');
  writeFileSync('ran', '');
  expect(isFirst).toBe(false);
});
it('is true', () => {});
`;

const WRONG = `
import { expect, it } from 'vitest';
it('is wrong', () => expect(1).toBe(2));
`;

const NO_SUITE = `import 'vitest';`;

/** Runs files of tests as a task that fails, and the files of the failed tests once more. */
async function runToy(files: Readonly<Record<string, string>>) {
  const root = mkdtempSync(join(tmpdir(), 'trawl-unsteady-'));
  onTestFinished(() => rmSync(root, { recursive: true }));
  symlinkSync(MODULES, join(root, 'node_modules'));
  mkdirSync(join(root, 'src'));
  writeFileSync(
    join(root, 'vitest.config.mjs'),
    "export default { test: { projects: [{ test: { name: '@toy/a' } }] } };",
  );
  for (const [name, text] of Object.entries(files)) writeFileSync(join(root, 'src', name), text);

  let printed = '';
  const report = new TaskReport({ isTTY: false, columns: 80, write: (text) => (printed += text) }, ['toy#test']);
  const vitest = join(MODULES, 'vitest/vitest.mjs');
  const { stdout, stderr } = spawnSync(process.execPath, [vitest, 'run'], { cwd: root, encoding: 'utf8' });
  for (const text of `${stdout}${stderr}`.split('\n')) report.read({ source: 'toy#test', text });
  report.read({ source: 'turbo', text: 'Failed:    toy#test' });
  const unsteadyTests = await findUnsteady(report.failedTests, (test) => passesAlone(test, root));
  const status = report.end(1, unsteadyTests);
  return { status, printed };
}

describe('a test that fails', () => {
  it('and passes when it runs alone fails no run, and is named at the end', async () => {
    const { status, printed } = await runToy({ 'a.test.ts': UNSTEADY });
    expect(status).toBe(0);
    const named = 'UNSTEADY: failed at first, passed when run alone: @toy/a src/a.test.ts > is steady';
    expect(printed.trimEnd().split('\n').slice(-2)).toEqual([named, '1 passed, 0 failed, 1 unsteady']);
    expect(printed).toContain('AssertionError: expected true to be false');
  });

  it('twice fails the run, also beside one that is unsteady', async () => {
    const { status, printed } = await runToy({ 'a.test.ts': UNSTEADY, 'b.test.ts': WRONG, 'c.test.ts': NO_SUITE });
    expect(status).toBe(1);
    expect(printed).toContain(
      'Not all is well: toy#test.\n\nUNSTEADY: failed at first, passed when run alone: @toy/a src/a.test.ts > is steady',
    );
    // The file without a suite counts as well.
    expect(printed).toMatch(/\n1 passed, 2 failed, 1 unsteady\n$/);
  });
});

describe('the files of failed tests', () => {
  const test = (file: string): FailedTest => ({ project: 'p', file, name: `${file} > is true` });

  it('run once each, and not if they are more than three', async () => {
    const ran: string[] = [];
    const run = async ({ file }: FailedTest) => ran.push(file) > 0;
    const few = ['a', 'a', 'b', 'c'].map(test);
    expect(await findUnsteady(few, run)).toEqual(few);
    expect(ran).toEqual(['a', 'b', 'c']);
    expect(await findUnsteady([...few, test('d')], run)).toEqual([]);
    expect(ran).toHaveLength(3);
  });

  it('are read with colours, and of a file that could not be loaded', () => {
    const coloured =
      '\u001b[41m\u001b[1m FAIL \u001b[22m\u001b[49m \u001b[30m\u001b[42m @a/b \u001b[49m\u001b[39m src/x.test.ts > y';
    expect(readFailedTest(coloured)).toEqual({ project: '@a/b', file: 'src/x.test.ts', name: 'src/x.test.ts > y' });
    expect(readFailedTest(' FAIL  |a| x.test.ts [ x.test.ts ]')).toMatchObject({ project: 'a', file: 'x.test.ts' });
    expect(readFailedTest(' ✓ test/a.test.ts > says FAIL')).toBeUndefined();
  });
});

describe('a run', () => {
  it.each(['', '@toy/a:test: '])('fails with an error outside of the tests, whatever passed alone: "%s"', (prefix) => {
    const report = new TaskReport({ isTTY: false, columns: 80, write: () => {} }, ['toy#test']);
    for (const text of [' FAIL  |a| x.test.ts > y', '     Errors  1 error']) {
      report.read({ source: 'toy#test', text: prefix + text });
    }
    report.read({ source: 'turbo', text: 'Failed:    toy#test' });
    expect(report.end(1, report.failedTests)).toBe(1);
  });
});
