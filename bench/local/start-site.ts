import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

export interface Site {
  readonly url: string;
  readonly pid: number;
  stop(): void;
}

/** Starts a site with this number of pages, which answer after a time, in a process of its own. */
export async function startSite(pages: number, delayMs = 0): Promise<Site> {
  const child = fork(fileURLToPath(new URL('site.ts', import.meta.url)), [String(pages), String(delayMs)], {
    execArgv: ['--import', 'tsx'],
  });
  const [url] = await once(child, 'message');
  return { url, pid: child.pid ?? 0, stop: () => child.disconnect() };
}
