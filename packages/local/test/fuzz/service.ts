import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import type { LocalServerOptions } from '../../src/index.js';
import { bundledProgram } from '../program.js';

/** The service in its own process. A crash, its CPU time and its memory are visible from outside. */
export interface Service {
  readonly url: string;
  /** Why the process ended; undefined while it runs. */
  readonly exitReason: string | undefined;
  /** Returns and clears the log. */
  takeLog(): string;
  /**
   * CPU time of the main thread in milliseconds. Unlike wall-clock time, it does not depend on what else the machine does.
   * It is 0 on systems without `/proc`.
   */
  cpuMs(): number;
  /** Memory that the engine uses after a garbage collection. */
  usedMegabytes(): Promise<number>;
  kill(): Promise<void>;
}

type Message = { readonly url: string } | { readonly usedMegabytes: number };

export async function startService(options: LocalServerOptions): Promise<Service> {
  const child = fork(bundledProgram('serve'), [JSON.stringify({ ...options, check: true })], {
    execArgv: ['--expose-gc'],
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
  let log = '';
  let exitReason: string | undefined;
  child.stderr?.on('data', (data) => {
    log += data;
  });
  const closed = new Promise<void>((resolve) =>
    child.once('close', (status, signal) => {
      exitReason = `The service ended with ${signal ?? `status ${status}`}.`;
      resolve();
    }),
  );
  const { url } = await nextMessage(child, 'url').catch(async (error) => {
    await closed;
    throw new Error(`${exitReason}\n${log}`, { cause: error });
  });
  return {
    url,
    get exitReason() {
      return exitReason;
    },
    takeLog() {
      const taken = log;
      log = '';
      return taken;
    },
    cpuMs: () => mainThreadCpuMs(child.pid ?? 0),
    async usedMegabytes() {
      child.send('measure');
      return (await nextMessage(child, 'usedMegabytes')).usedMegabytes;
    },
    async kill() {
      child.kill('SIGKILL');
      await closed;
    },
  };
}

/** The next message with the given key. Rejects when the process exits first. */
async function nextMessage<Key extends string>(
  child: ChildProcess,
  key: Key,
): Promise<Extract<Message, Record<Key, unknown>>> {
  const controller = new AbortController();
  const abort = () => controller.abort();
  child.once('exit', abort);
  try {
    for (;;) {
      const [message] = (await once(child, 'message', controller)) as [Message];
      if (key in message) return message as Extract<Message, Record<Key, unknown>>;
    }
  } finally {
    child.off('exit', abort);
  }
}

const MS_PER_TICK = 10;

/** The main thread has the id of the process. */
function mainThreadCpuMs(pid: number): number {
  const file = `/proc/${pid}/task/${pid}/stat`;
  if (!existsSync(file)) return 0;
  const stat = readFileSync(file, 'utf8');
  // The name of the program comes first, in parentheses, and may contain anything.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const [userTicks, systemTicks] = [Number(fields[11]), Number(fields[12])];
  return (userTicks + systemTicks) * MS_PER_TICK;
}

/** CPU time after which work counts as endless. */
const MAX_CPU_MS = 10_000;

/** Wall-clock time for the same, long enough for a busy machine. */
const MAX_WAIT_MS = 60_000;

const CHECK_EVERY_MS = 20;

/** Resolves with the work. Rejects when the service exits, or does not complete the work in time. */
export async function withWatchdog<Result>(service: Service, work: Promise<Result>): Promise<Result> {
  const cpuBefore = service.cpuMs();
  const startedAt = performance.now();
  const controller = new AbortController();
  const watch = async (): Promise<never> => {
    for (;;) {
      await setTimeout(CHECK_EVERY_MS, undefined, { signal: controller.signal });
      if (service.exitReason !== undefined) throw new Error(service.exitReason);
      const cpuMs = service.cpuMs() - cpuBefore;
      if (cpuMs < MAX_CPU_MS && performance.now() - startedAt < MAX_WAIT_MS) continue;
      throw new Error(`The service did not complete the request. It used ${cpuMs} ms of CPU time for it.`);
    }
  };
  try {
    return await Promise.race([work, watch()]);
  } catch (error) {
    // A broken connection is often seen before the exit that caused it.
    await setTimeout(CHECK_EVERY_MS * 10);
    throw service.exitReason === undefined ? error : new Error(service.exitReason, { cause: error });
  } finally {
    controller.abort();
  }
}
