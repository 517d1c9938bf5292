/**
 * `npm start`: builds everything, starts the service on this machine, shows with the SDK what it can do on real pages,
 * and goes on serving until Ctrl-C.
 *
 *   npm start -- https://example.com    on a site of yours instead of the guides of this project
 *   npm start -- --port 8080            on another port (or PORT=8080)
 *   npm start -- --once                 ends after that, with status 0 when all of it worked
 */
import { Screen } from './quickstart/screen.js';
import { readOptions } from './start/options.js';
import { runTasks } from './tasks/turbo.js';

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
  const stop = stopSignal();
  await build();
  // What was just built is imported there.
  const { serve } = await import('./start/serve.js');
  await serve(options, { screen: new Screen(process.stdout), log: console.log, stop });
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
