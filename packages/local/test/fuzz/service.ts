import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

/** The service in a program of its own, so that its death, its time and its memory are seen from outside. */
export interface Service {
  readonly url: string;
  /** How it ended, if it has. */
  readonly death: string | undefined;
  /** What it has logged since this was asked the last time. */
  takeLog(): string;
  /**
   * Milliseconds of the processor that the thread which answers has used: other than those of a clock, they do not pass
   * while the machine does something else. Where the system does not tell, none.
   */
  busyMs(): number;
  /** What the engine has in use after it has collected what it could. */
  usedMegabytes(): Promise<number>;
  kill(): Promise<void>;
}

type Said = { readonly url: string } | { readonly usedMegabytes: number };

export async function startService(): Promise<Service> {
  const program = fileURLToPath(new URL('../programs/serve.ts', import.meta.url));
  const child = fork(program, [JSON.stringify({ check: true })], {
    execArgv: ['--import', 'tsx', '--expose-gc'],
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
  let log = '';
  let death: string | undefined;
  child.stderr?.on('data', (data) => {
    log += data;
  });
  const ended = new Promise<void>((resolve) =>
    child.once('close', (status, signal) => {
      death = `The service ended with ${signal ?? `status ${status}`}.\n${log}`;
      resolve();
    }),
  );
  const { url } = await said(child, 'url');
  return {
    url,
    get death() {
      return death;
    },
    takeLog() {
      const taken = log;
      log = '';
      return taken;
    },
    busyMs: () => busyMs(child.pid ?? 0),
    async usedMegabytes() {
      child.send('How are you?');
      return (await said(child, 'usedMegabytes')).usedMegabytes;
    },
    async kill() {
      child.kill('SIGKILL');
      await ended;
    },
  };
}

/** The next thing of the kind that the program says; fails when it ends before. */
async function said<Key extends string>(child: ChildProcess, key: Key): Promise<Extract<Said, Record<Key, unknown>>> {
  const ended = new AbortController();
  const abort = () => ended.abort(new Error('The service has ended.'));
  child.once('exit', abort);
  try {
    for (;;) {
      const [message] = (await once(child, 'message', ended)) as [Said];
      if (key in message) return message as Extract<Said, Record<Key, unknown>>;
    }
  } finally {
    child.off('exit', abort);
  }
}

const MS_PER_TICK = 10;

/** Of its first thread, which has the id of the process. */
function busyMs(pid: number): number {
  const file = `/proc/${pid}/task/${pid}/stat`;
  if (!existsSync(file)) return 0;
  const stat = readFileSync(file, 'utf8');
  // The name of the program comes first, in brackets, and may hold anything.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const [user, system] = [Number(fields[11]), Number(fields[12])];
  return (user + system) * MS_PER_TICK;
}

/** What takes so much of the processor is not waited for. */
const HOPELESS_BUSY_MS = 10_000;

/** For an answer, on a machine that has other things to do: what is asked for here comes within a moment. */
const PATIENCE_MS = 60_000;

const LOOK_EVERY_MS = 20;

/** Resolves with the work; rejects when the service dies of it, or it has no end. */
export async function survived<Result>(service: Service, work: Promise<Result>): Promise<Result> {
  const busyBefore = service.busyMs();
  const started = performance.now();
  const over = new AbortController();
  const watch = async (): Promise<never> => {
    for (;;) {
      await setTimeout(LOOK_EVERY_MS, undefined, { signal: over.signal });
      if (service.death !== undefined) throw new Error(service.death);
      const busy = service.busyMs() - busyBefore;
      if (busy < HOPELESS_BUSY_MS && performance.now() - started < PATIENCE_MS) continue;
      throw new Error(`There is no end to it, after ${busy} ms of the processor.`);
    }
  };
  try {
    return await Promise.race([work, watch()]);
  } catch (error) {
    // A connection that breaks may be the first that is seen of a death.
    await setTimeout(LOOK_EVERY_MS * 10);
    throw service.death === undefined ? error : new Error(service.death, { cause: error });
  } finally {
    over.abort();
  }
}
