import { fork } from 'node:child_process';
import { once } from 'node:events';
import { bundledProgram } from '../program.js';
import { residentMegabytes } from '../resident-memory.js';

/** Measurements of a server in another process. */
export interface Measured {
  /** Memory of all its processes together, now and at its peak. */
  readonly megabytes: number;
  readonly mostMegabytes: number;
  /** The longest turn of its event loop since the last call. */
  readonly longestTurnMs: number;
}

export interface Service {
  readonly url: string;
  measured(): Promise<Measured>;
  kill(): void;
}

const SAMPLE_INTERVAL_MS = 20;

/** A server in a process of its own: a crash ends no test, and its thread does nothing else. */
export async function startService(): Promise<Service> {
  const service = fork(bundledProgram('serve'), {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  async function nextMessage<Message>(): Promise<Message> {
    const [message] = await once(service, 'message');
    return message as Message;
  }
  const { url } = await nextMessage<{ url: string }>();
  const { pid = 0 } = service;
  let mostMegabytes = 0;
  const watch = setInterval(() => {
    mostMegabytes = Math.max(mostMegabytes, residentMegabytes(pid));
  }, SAMPLE_INTERVAL_MS);
  return {
    url,
    async measured() {
      service.send('measure');
      const { longestTurnMs } = await nextMessage<Measured>();
      return { megabytes: residentMegabytes(pid), mostMegabytes, longestTurnMs };
    },
    kill() {
      clearInterval(watch);
      service.kill('SIGKILL');
    },
  };
}
