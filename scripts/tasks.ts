/**
 * Runs tasks of turbo.json, without telemetry, and closes with the totals of all tests among them:
 *
 *   node scripts/setup.mjs tasks.ts build typecheck
 */
import { printTotals, readTotals, type Totals } from './tasks/totals.js';
import { runTasks } from './tasks/turbo.js';

const totals: Totals[] = [];

const status = await runTasks(process.argv.slice(2), {
  onLine(line) {
    console.log(line);
    const found = readTotals(line);
    if (found) totals.push(found);
  },
});

if (status !== 0) console.log('\nNot all is well: the tasks that failed are named above.');
if (totals.length > 0) console.log(`\n${printTotals(totals)}`);
process.exitCode = status;
