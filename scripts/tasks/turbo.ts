import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { findChromium } from '../../test/browser.js';

const root = fileURLToPath(new URL('../..', import.meta.url));
const turbo = fileURLToPath(import.meta.resolve('turbo/bin/turbo'));

interface RunOptions {
  /** What turbo shows of the tasks' logs. */
  logs?: 'full' | 'errors-only';
  onLine(line: string): void;
}

/** Runs the tasks with everything they depend on; resolves to the exit status, 0 when all went well. */
export async function runTasks(tasks: string[], { logs = 'full', onLine }: RunOptions): Promise<number> {
  // What does not depend on a failed task still runs: one round shows all that is wrong.
  const args = ['run', ...tasks, '--continue=dependencies-successful', '--log-order=grouped', `--output-logs=${logs}`];
  const child = spawn(process.execPath, [turbo, ...args], {
    cwd: root,
    env: { ...process.env, ...quiet, ...colour(), CHROME_PATH: findChromium() ?? '' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const closed = once(child, 'close');
  createInterface(child.stdout).on('line', onLine);
  createInterface(child.stderr).on('line', onLine);
  const [status] = await closed;
  return status ?? 1;
}

const quiet = {
  TURBO_TELEMETRY_DISABLED: '1',
  TURBO_PRINT_VERSION_DISABLED: '1',
  DO_NOT_TRACK: '1',
  REDOCLY_TELEMETRY: 'off',
};

/** The tools see a pipe; whether what they write to it is shown on a terminal, only we know. */
function colour() {
  if (process.env.NO_COLOR || process.env.FORCE_COLOR) return {};
  return process.stdout.isTTY ? { FORCE_COLOR: '1' } : { NO_COLOR: '1' };
}
