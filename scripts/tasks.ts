/**
 * Runs tasks of turbo.json, without telemetry, and closes with the totals of all tests among them:
 *
 *   node scripts/setup.mjs tasks.ts build typecheck
 */
import { printTotals, readTotals, type Totals } from './tasks/totals.js';
import { runTasks } from './tasks/turbo.js';

const totals: Totals[] = [];

process.exitCode = await runTasks(process.argv.slice(2), {
  onLine(line) {
    console.log(line);
    const found = readTotals(line);
    if (found) totals.push(found);
  },
});

if (totals.length > 0) console.log(`\n${printTotals(totals)}`);
