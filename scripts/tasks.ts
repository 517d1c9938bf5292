/**
 * Runs tasks of turbo.json, without telemetry, and closes with the tests that failed and the totals of all. The files of
 * few failed tests are run once more: what passes then fails no run, and is named at the end.
 */
import { ensureBrowser, NO_DOWNLOAD_OPTION } from './project-browser/install.js';
import { readCommandLine } from './shared/command-line.js';
import { TaskReport } from './tasks/report.js';
import { plannedTasks, runTasks } from './tasks/turbo.js';
import { findUnsteady, passesAlone } from './tasks/unsteady.js';

const USAGE = `
Runs tasks with all that they depend on, and reports them. Unchanged tasks come from a cache.

  npm test               lint, build, types, all tests, packages
  npm run lint           the code, the contract, the imports, unused code
  npm run build          the packages, with the reference and the guides
  npm run typecheck      packages, programs, tests and samples

  --no-browser-download  tests with a browser of this machine, or without one (or TRAWL_BROWSER_DOWNLOAD=off)
`;

const { values, positionals: tasks } = readCommandLine(USAGE, { allowPositionals: true, options: NO_DOWNLOAD_OPTION });
const plan = await plannedTasks(tasks);
if (plan.some((task) => /#test(?::|$)/.test(task))) await ensureBrowser('shell', values['no-browser-download']);
const report = new TaskReport(process.stdout, plan);
const status = await runTasks(tasks, (line) => report.read(line));
const unsteadyTests = await findUnsteady(report.failedTests, (test) => {
  report.print(`once more, alone: ${test.project} ${test.file}`);
  return passesAlone(test);
});
process.exitCode = report.end(status, unsteadyTests);
