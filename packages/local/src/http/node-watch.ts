import { setTimeout } from 'node:timers/promises';

/** Looks whether a node is still alive while something waits for it: one that hangs ends no connection. */
export interface NodeWatch {
  /** Aborts when the others have taken the node for dead. */
  readonly signal: AbortSignal;
  stop(): void;
}

/** The time between two looks. */
const LOOK_MS = 1000;

export function watchNode(isAlive: () => Promise<boolean>): NodeWatch {
  const death = new AbortController();
  const stopping = new AbortController();

  async function look(): Promise<void> {
    while (!stopping.signal.aborted && !death.signal.aborted) {
      await setTimeout(LOOK_MS, undefined, { signal: stopping.signal, ref: false });
      // While the database is away, nobody is taken for dead.
      if (!(await isAlive().catch(() => true))) death.abort(new Error('The others have taken it for dead.'));
    }
  }

  // It ends with the wait that `stop` ends.
  look().catch(() => undefined);
  return { signal: death.signal, stop: () => stopping.abort() };
}
