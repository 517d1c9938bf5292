/** Tries the packages inside the tools that people use, and writes the table of the guide on platforms. */
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { readCommandLine } from '../../scripts/shared/command-line.js';
import { LoopbackRegistry } from '../../scripts/shared/loopback-registry.js';
import { installPlatforms } from '../runtimes/install.js';
import { readGuide } from './guide-code.js';
import { raisePins } from './pins.js';
import { readResults, withTable, writeGuide, writeResults } from './results.js';
import { ROWS } from './rows/rows.js';
import { startTrialService } from './service.js';
import { type Outcome, tryRow } from './trial.js';

const USAGE = `
Tries the packages inside the tools that people use, and writes docs/platforms.md. Build the packages first: npm run build.

  npm run frameworks                  all rows
  npm run frameworks -- next-16 vite  rows whose names begin so
  npm run frameworks -- --raise       pins the latest version of each tool, and tries nothing

With KEEP=1 in the environment, the projects stay.
`;

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const execute = promisify(execFile);

const { values, positionals } = readCommandLine(USAGE, {
  allowPositionals: true,
  options: { raise: { type: 'boolean', default: false } },
});
const unknown = positionals.find((start) => !ROWS.some(({ name }) => name.startsWith(start)));
if (unknown !== undefined) {
  console.error(`No row begins with ${unknown}. There are: ${ROWS.map(({ name }) => name).join(', ')}.`);
  process.exit(2);
}
if (values.raise) await raisePins(ROWS);
else await tryRows();

async function tryRows(): Promise<void> {
  const rows = ROWS.filter(
    ({ name }) => positionals.length === 0 || positionals.some((start) => name.startsWith(start)),
  );
  if (rows.some(({ node }) => node)) await installPlatforms();
  const registry = await LoopbackRegistry.start('@trawl');
  await publishBuilt(registry);
  // One after the other: the installations of many tools at once would wait for each other.
  for (const row of rows) {
    const start = Date.now();
    const service = await startTrialService();
    const outcome = await tryRow(row, service, registry);
    await service[Symbol.asyncDispose]();
    report(row.name, outcome, Date.now() - start);
    if (outcome.failures.size > 0) process.exitCode = 1;
    else writeResults({ ...readResults(), [row.name]: outcome.result }, ROWS);
    writeGuide(withTable(readGuide('platforms.md'), readResults(), ROWS));
  }
  await registry.close();
}

/** The packages as they were built last. */
async function publishBuilt(registry: LoopbackRegistry): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'trawl-npmrc-'));
  const userconfig = join(folder, '.npmrc');
  writeFileSync(userconfig, registry.npmrc);
  const args = [
    'publish',
    '--workspaces',
    '--ignore-scripts',
    `--registry=${registry.url}`,
    `--userconfig=${userconfig}`,
  ];
  await execute('npm', args, { cwd: ROOT, maxBuffer: 2 ** 26 });
  rmSync(folder, { recursive: true });
}

function report(name: string, { result, failures }: Outcome, ms: number): void {
  const verdict = failures.size > 0 ? 'FAILED' : 'ok';
  console.log(
    `${verdict.padEnd(6)}  ${name} ${result.version}: ${result.works.join(', ')} (${Math.round(ms / 1000)} s)`,
  );
  for (const [work, { message }] of failures) console.log(`    ${work}: ${message.trim().replaceAll('\n', '\n    ')}`);
}
