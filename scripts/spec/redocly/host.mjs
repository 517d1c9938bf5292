/**
 * Runs Redocly's program again and again in one process. It exports no function for its comparison, and starting it anew
 * costs a third of a second each time; importing its entry under another address costs a hundredth.
 *
 * In comes a list of arguments, out goes nothing but the word that it is done: reports are files.
 */
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';

const PACKAGE = createRequire(import.meta.url).resolve('@redocly/cli/package.json');
const ENTRY = pathToFileURL(join(dirname(PACKAGE), 'lib', 'index.js'));

let runs = 0;

process.on('message', async (/** @type {string[]} */ options) => {
  process.argv = [process.execPath, 'redocly', ...options];
  await import(`${ENTRY}?${runs++}`);
});

// What the program does last, whether it succeeded or not, is to wait for the end of its process.
process.on('newListener', (event) => {
  if (event === 'beforeExit') setImmediate(done);
});

function done() {
  process.removeAllListeners('beforeExit');
  process.send?.('done');
}
