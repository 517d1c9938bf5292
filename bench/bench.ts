/**
 * Measures what a user pays for the SDK, for the local service and for a comparison of contracts, all in one run on this
 * machine, and prints a table for each. The ratios hold elsewhere, too; the times do not. Loopback only, but for npm,
 * which is asked for the official client to compare with.
 */
import { measureCalls } from './calls.js';
import { measureCrawl } from './crawl.js';
import { measureImports } from './imports.js';
import { installBoth } from './installed.js';
import { measureLocal } from './local/measure.js';
import { serve } from './serving.js';
import { measureSizes } from './sizes.js';
import { measureSpecDiff } from './spec-diff.js';
import { printTable } from './table.js';
import { measureTypes } from './types.js';

const served = await serve(0);
const calls = await measureCalls(served.url).finally(() => served.stop());
const crawl = await measureCrawl();
const installed = await installBoth();
try {
  const sizes = await measureSizes(installed);
  const rows = [...calls, ...sizes, measureImports(installed), ...crawl, ...measureTypes(installed)];
  console.log(printTable('@trawl/sdk', rows));
} finally {
  installed.project.remove();
}
console.log(`\n${printTable('@trawl/local', await measureLocal())}`);
console.log(`\n${printTable('npm run spec:diff', [measureSpecDiff()])}`);
