import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

/** What a server in another process says of itself. */
export interface Measured {
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

/** A server in a process of its own: what harms it ends no test, and its thread does nothing else. */
export async function startService(): Promise<Service> {
  const program = fileURLToPath(new URL('../programs/serve.ts', import.meta.url));
  const service = fork(program, { execArgv: ['--import', 'tsx'], stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
  async function said<Message>(): Promise<Message> {
    const [message] = await once(service, 'message');
    return message as Message;
  }
  const { url } = await said<{ url: string }>();
  return {
    url,
    measured() {
      service.send('How are you?');
      return said<Measured>();
    },
    kill: () => void service.kill('SIGKILL'),
  };
}
