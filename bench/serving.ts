import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

export interface Served {
  readonly url: string;
  /** The number of requests so far. */
  requests(): Promise<number>;
  stop(): void;
}

/** Serves a site with this number of pages on loopback. */
export async function serve(pages: number): Promise<Served> {
  const child = fork(fileURLToPath(new URL('server.ts', import.meta.url)), [String(pages)], {
    execArgv: ['--import', 'tsx'],
  });
  const [url] = await once(child, 'message');
  return {
    url,
    async requests() {
      child.send('count');
      const [count] = await once(child, 'message');
      return count;
    },
    stop: () => child.disconnect(),
  };
}
