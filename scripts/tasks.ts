/** Runs tasks of turbo.json, without telemetry, and closes with the tests that failed and the totals of all. */
import { readCommandLine } from './shared/command-line.js';
import { TaskReport } from './tasks/report.js';
import { plannedTasks, runTasks } from './tasks/turbo.js';

const USAGE = `
Runs tasks with all that they depend on, and reports them. Unchanged tasks come from a cache.

  npm test               lint, build, types, all tests, packages
  npm run lint           the code, the contract, the imports, unused code
  npm run build          the packages, with the reference and the guides
  npm run typecheck      packages, programs, tests and samples
`;

const { positionals: tasks } = readCommandLine(USAGE, { allowPositionals: true });
const report = new TaskReport(process.stdout, await plannedTasks(tasks));
const status = await runTasks(tasks, (line) => report.read(line));
report.end(status);
process.exitCode = status;
