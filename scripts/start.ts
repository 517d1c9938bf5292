/**
 * `npm start`: builds everything and serves the rendered reference on this machine, until Ctrl-C.
 *
 *   npm start -- --port 8080    on another port (or PORT=8080)
 *   npm start -- --once         build, see that the page is served, and end
 */
import { fileURLToPath } from 'node:url';
import { readOptions } from './start/options.js';
import { serve } from './start/serve.js';
import { runTasks } from './tasks/turbo.js';

const page = fileURLToPath(new URL('../dist/reference/index.html', import.meta.url));

async function build(): Promise<void> {
  console.log('Building the packages and the reference …');
  const log: string[] = [];
  const status = await runTasks(['build', 'docs'], { logs: 'errors-only', onLine: (line) => log.push(line) });
  if (status === 0) return;
  console.error(log.join('\n'));
  throw new Error('The build failed; the reason stands above.');
}

/** Ctrl-C, or being told to end. The handlers stay: npm passes Ctrl-C on to a program that the terminal told as well. */
function stopSignal(): AbortSignal {
  const controller = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => controller.abort());
  return controller.signal;
}

try {
  const options = readOptions(process.argv.slice(2), process.env);
  await build();
  await serve(page, options, { say: console.log, stop: stopSignal() });
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
