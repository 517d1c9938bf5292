import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { json } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { browserPaths } from '../shared/browser.js';

const root = fileURLToPath(new URL('../..', import.meta.url));
const turbo = fileURLToPath(import.meta.resolve('turbo/bin/turbo'));

/** A line that a task wrote, or turbo itself. */
export interface LogLine {
  /** The name of a task, such as `@trawl/sdk#build`, or `turbo`. */
  readonly source: string;
  readonly text: string;
}

/** Runs the tasks with everything they depend on; resolves to the exit status, 0 when all went well. */
export async function runTasks(tasks: readonly string[], onLine: (line: LogLine) => void): Promise<number> {
  // What does not depend on a failed task still runs: one round shows all that is wrong.
  const child = start([...tasks, '--continue=dependencies-successful', '--output-logs=full', '--json']);
  const closeEvent = once(child, 'close');
  if (child.stdout) createInterface(child.stdout).on('line', (line) => onLine(JSON.parse(line)));
  if (child.stderr) createInterface(child.stderr).on('line', (text) => onLine({ source: 'turbo', text }));
  const [status] = await closeEvent;
  return status ?? 1;
}

interface Plan {
  readonly tasks: readonly { readonly taskId: string; readonly command: string }[];
}

/** The tasks that such a run consists of. */
export async function plannedTasks(tasks: readonly string[]): Promise<string[]> {
  const { stdout } = start([...tasks, '--dry=json']);
  if (!stdout) return [];
  const plan = (await json(stdout)) as Plan;
  return plan.tasks.filter(({ command }) => command !== '<NONEXISTENT>').map(({ taskId }) => taskId);
}

function start(args: readonly string[]): ChildProcess {
  return spawn(process.execPath, [turbo, 'run', ...args], {
    cwd: root,
    // Tests that need a browser have another result once there is one.
    env: { ...process.env, ...quiet, ...colour(), BROWSERS_OF_MACHINE: browserPaths().join() },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
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
