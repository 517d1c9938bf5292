/** Runs work that its caller does not await. It logs failures, so that none is an unhandled rejection. */
export interface Background {
  /** Starts the work; a failure is logged under its name. */
  start(name: string, work: () => Promise<unknown>): BackgroundTask;
  /** Resolves when nothing runs, including work started in the meantime. Await it before you close what the work uses. */
  idle(): Promise<void>;
}

export interface BackgroundTask {
  /** Resolves when the work has ended, with or without an error. */
  readonly ended: Promise<void>;
}

export function createBackground(log: (line: string) => void): Background {
  const running = new Set<Promise<void>>();

  async function attempt(name: string, work: () => Promise<unknown>): Promise<void> {
    try {
      await work();
    } catch (error) {
      log(`${name}: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`);
    }
  }

  return {
    start(name, work) {
      const onEnd = () => {
        running.delete(ended);
      };
      // Only the log itself can fail here, so there is no place to report it.
      const ended = attempt(name, work).then(onEnd, onEnd);
      running.add(ended);
      return { ended };
    },
    async idle() {
      while (running.size > 0) await Promise.all(running);
    },
  };
}
