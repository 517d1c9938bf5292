import { execFile } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import { type Platform, programOf } from '../../../test/runtimes/install.js';
import { sharedServer } from './postgres/database.js';
import { bundledProgram } from './program.js';

const execute = promisify(execFile);
const require = createRequire(import.meta.url);
const root = fileURLToPath(new URL('../../..', import.meta.url));

/** Runs tests of the storage on another Node.js, whose own SQLite they then use. */
const storageTests = {
  'Node 22': ['src/store/sqlite/sqlite.test.ts', 'src/store/sqlite/replaceable-database.test.ts'],
  'Node 24': ['src/store/sqlite', 'src/store/stores.test.ts', 'test/transfer.test.ts', 'test/crashes/killed.test.ts'],
};

describe.each(Object.entries(storageTests))('the SQLite of %s', (platform, files) => {
  const program = programOf(platform as Platform);

  test.skipIf(program === undefined)('passes the tests of the storage', { timeout: 300_000 }, async () => {
    const vitest = join(require.resolve('vitest/package.json'), '../vitest.mjs');
    const { stdout } = await run(vitest, 'run', '--root', root, '--project', '@trawl/local', ...files);
    expect(stdout).toMatch(/Tests {2}\d+ passed/);
  });

  test.skipIf(program === undefined)(
    'is opened without a word, and its file by the SQLite in WebAssembly',
    async () => {
      const file = join(mkdtempSync(join(tmpdir(), 'trawl-built-in-')), 'pages.db');
      const keys = (...args: string[]) => [bundledProgram('cli'), 'keys', ...args, '--storage', file];
      await run(...keys('add', 'anna', '--team', 'a'));
      const { stdout: inWasm } = await run('--no-experimental-sqlite', ...keys('list'));
      expect(inWasm).toContain('anna');
      expect(await run(...keys('list'))).toEqual({ stdout: inWasm, stderr: '' });
    },
  );

  /** Rejects with what the program wrote if it fails. */
  function run(...args: string[]) {
    const { VITEST: _, ...environment } = process.env;
    const database = 'url' in sharedServer ? { TRAWL_TEST_DATABASE_URL: sharedServer.url } : {};
    const cwd = fileURLToPath(new URL('..', import.meta.url));
    return execute(program ?? '', args, { cwd, env: { ...environment, ...database, NO_COLOR: '1' } }).catch((error) => {
      throw new Error(`${error.message}\n${error.stdout}`, { cause: error });
    });
  }
});
