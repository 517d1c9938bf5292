import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { residentMegabytes } from '../resident-memory.js';

/** How a server in another process is doing. */
export interface Measured {
  /** Of all its processes together, now and at the most. */
  readonly megabytes: number;
  readonly mostMegabytes: number;
  /** Of its event loop, since this was last asked. */
  readonly longestTurnMs: number;
}

export interface Service {
  readonly url: string;
  measured(): Promise<Measured>;
  kill(): void;
}

const LOOK_EVERY_MS = 20;

/** A server in a process of its own: what harms it ends no test, and its thread does nothing else. */
export async function startService(): Promise<Service> {
  const program = fileURLToPath(new URL('../programs/serve.ts', import.meta.url));
  const service = fork(program, { execArgv: ['--import', 'tsx'], stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
  async function said<Message>(): Promise<Message> {
    const [message] = await once(service, 'message');
    return message as Message;
  }
  const { url } = await said<{ url: string }>();
  const { pid = 0 } = service;
  let mostMegabytes = 0;
  const watch = setInterval(() => {
    mostMegabytes = Math.max(mostMegabytes, residentMegabytes(pid));
  }, LOOK_EVERY_MS);
  return {
    url,
    async measured() {
      service.send('How are you?');
      const { longestTurnMs } = await said<Measured>();
      return { megabytes: residentMegabytes(pid), mostMegabytes, longestTurnMs };
    },
    kill() {
      clearInterval(watch);
      service.kill('SIGKILL');
    },
  };
}
