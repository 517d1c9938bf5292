/**
 * `npm start`: builds everything, starts the service on this machine, shows with the SDK what it can do on real pages,
 * and goes on serving until Ctrl-C.
 */

import { ensureBrowser } from './project-browser/install.js';
import { Screen } from './quickstart/screen.js';
import { answerHelp } from './shared/command-line.js';
import { StatusLine } from './shared/status-line.js';
import { readOptions } from './start/options.js';
import { runTasks } from './tasks/turbo.js';

const USAGE = `
Builds everything, starts the service on this machine, shows what it can do, and serves until Ctrl-C.

  npm start                           works on the guides of this project
  npm start -- https://example.com    works on your site instead
  npm start -- --port 8080            listens on another port than 3002 (or PORT=8080)
  npm start -- --once                 ends after that, with status 0 if all of it worked
  npm start -- --no-browser-download  shows no screenshot if there is no browser (or TRAWL_BROWSER_DOWNLOAD=off)
`;

async function build(): Promise<void> {
  console.log('Building the packages, the reference and the guides …');
  const line = new StatusLine(process.stdout);
  const log: string[] = [];
  const status = await runTasks(['build', 'build:pages'], ({ source, text }) => {
    log.push(text);
    line.show(`${source}  ${text.trim()}`);
  });
  line.clear();
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
  const args = process.argv.slice(2);
  answerHelp(USAGE, args);
  const options = readOptions(args, process.env);
  const stop = stopSignal();
  await ensureBrowser('any', options.noBrowserDownload);
  await build();
  // What was just built is imported there.
  const { serve } = await import('./start/serve.js');
  await serve(options, { screen: new Screen(process.stdout), log: process.stdout, stop });
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
