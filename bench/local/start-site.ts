import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { firstMessage } from '../first-message.js';

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
  const url = String(await firstMessage(child));
  return { url, pid: child.pid ?? 0, stop: () => child.disconnect() };
}
