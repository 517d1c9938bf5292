/**
 * Runs tasks of turbo.json, without telemetry, and closes with the tests that failed and the totals of all:
 *
 *   node scripts/setup.mjs tasks.ts build typecheck
 */
import { FailureReader } from './tasks/failures.js';
import { printTotals, readTotals, type Totals } from './tasks/totals.js';
import { runTasks } from './tasks/turbo.js';

const totals: Totals[] = [];
const failures = new FailureReader();

const status = await runTasks(process.argv.slice(2), {
  onLine(line) {
    console.log(line);
    failures.read(line);
    const found = readTotals(line);
    if (found) totals.push(found);
  },
});

if (failures.lines.length > 0) console.log(`\nTests that failed:\n\n${failures.lines.join('\n')}`);
if (status !== 0) console.log('\nNot all is well: the tasks that failed are named above.');
if (totals.length > 0) console.log(`\n${printTotals(totals)}`);
process.exitCode = status;
