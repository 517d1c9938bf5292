/**
 * Measures what a user pays for the SDK, the tools, the command line, the local service and a comparison of contracts, all in
 * one run on this machine, and prints a table for each. The ratios hold elsewhere, too; the times do not. Loopback only, but
 * for npm, which is asked for the official ones to compare with.
 */
import { writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { readCommandLine } from '../scripts/shared/command-line.js';
import { StatusLine } from '../scripts/shared/status-line.js';
import { runTasks } from '../scripts/tasks/turbo.js';

const USAGE = `
Measures the SDK, the tools and the command line beside the official ones, and the local service, and prints a table for each.

  npm run bench              takes some minutes, and changes no file
  npm run bench -- --plot    also writes docs/pictures/bench.svg, which the README of the SDK shows
  npm run bench -- --long    crawls an app of 1,000 pages instead of 100
  npm run bench -- --nodes   measures only a service of several nodes on PostgreSQL, in some minutes
  npm run bench -- --scale   measures only what grows with the pages that are stored, up to 100,000, in less than an hour
`;

const PLOT = fileURLToPath(new URL('../docs/pictures/bench.svg', import.meta.url));

const { values } = readCommandLine(USAGE, {
  options: {
    long: { type: 'boolean', default: false },
    nodes: { type: 'boolean', default: false },
    plot: { type: 'boolean', default: false },
    scale: { type: 'boolean', default: false },
  },
});
const line = new StatusLine(process.stderr);
const startedAt = performance.now();

/** Says on a terminal what is being measured, and for how long the run has lasted. */
async function step<Result>(name: string, work: () => Promise<Result> | Result): Promise<Result> {
  const show = () => line.show(`Measuring ${name} …`, `${Math.round((performance.now() - startedAt) / 1000)} s`);
  show();
  const timer = setInterval(show, 1000);
  try {
    return await work();
  } finally {
    clearInterval(timer);
    line.clear();
  }
}

const status = await runTasks(['build', 'build:pages'], ({ source, text }) => line.show(`${source}  ${text.trim()}`));
line.clear();
if (status !== 0) throw new Error('The build failed: `npm run build` shows why.');

// What was just built is imported there.
const { measureCalls } = await import('./calls.js');
const { measureCommandLine } = await import('./command-line.js');
const { measureCrawl } = await import('./crawl.js');
const { measureImports } = await import('./imports.js');
const { installBoth } = await import('./installed.js');
const { measureLocal } = await import('./local/measure.js');
const { measureNodes } = await import('./nodes/measure.js');
const { measurePages } = await import('./pages.js');
const { LONG_SIZES, measureScale, SHORT_SIZES } = await import('./scale/measure.js');
const { plot } = await import('./plot.js');
const { serve } = await import('./serving.js');
const { measureSizes } = await import('./sizes.js');
const { measureSpecDiff } = await import('./spec-diff.js');
const { printTable } = await import('./table.js');
const { measureTools } = await import('./tools.js');
const { measureTypes } = await import('./types.js');

if (values.nodes) await benchNodes();
else if (values.scale) await benchScale(LONG_SIZES);
else await benchAll();

async function benchScale(sizes: readonly number[]): Promise<void> {
  console.log(`\n${printTable('What grows', await step('what grows', () => measureScale(sizes)))}`);
}

async function benchNodes(): Promise<void> {
  console.log(`\n${printTable('@trawl/local on PostgreSQL', await step('several nodes', measureNodes))}`);
}

async function benchAll(): Promise<void> {
  const server = await serve(0);
  const calls = await step('calls', () => measureCalls(server.url)).finally(() => server.stop());
  const crawl = await step('a long crawl', measureCrawl);
  const installation = await step('an installation', installBoth);
  try {
    const sizes = await step('bundles', () => measureSizes(installation));
    const imports = await step('imports', () => measureImports(installation));
    const types = await step('types', () => measureTypes(installation));
    console.log(printTable('@trawl/sdk', [...calls, ...sizes, imports, ...crawl, ...types]));
    if (values.plot) {
      const title = '@trawl/sdk beside the official client (1.00×); less is better';
      await writeFile(PLOT, plot(title, [...sizes, imports, ...types]));
    }
  } finally {
    installation.project.remove();
  }
  console.log(`\n${printTable('@trawl/tools', await step('the tools', measureTools))}`);
  console.log(`\n${printTable('@trawl/cli', await step('the command line', measureCommandLine))}`);
  console.log(`\n${printTable('@trawl/local', await step('the local service', () => measureLocal(values.long)))}`);
  await benchNodes();
  await benchScale(SHORT_SIZES);
  console.log(`\n${printTable('The pages of the service', await step('pages', measurePages))}`);
  console.log(`\n${printTable('npm run spec:diff', [await step('a comparison of contracts', measureSpecDiff)])}`);
}
