import { setTimeout as sleep } from 'node:timers/promises';

/** What a bench waits for comes within some seconds. */
const PATIENCE_MS = 60_000;

const POLL_MS = 50;

/** Resolves when the condition holds. Throws after a minute, with what was waited for. */
export async function waitUntil(what: string, condition: () => boolean | Promise<boolean>): Promise<void> {
  const deadline = performance.now() + PATIENCE_MS;
  while (!(await condition())) {
    if (performance.now() > deadline) throw new Error(`Waited for a minute until ${what}.`);
    await sleep(POLL_MS);
  }
}
