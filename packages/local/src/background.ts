/** Work that nobody awaits while it runs. One place owns it, so that no failure of it is an unhandled rejection. */
export interface Background {
  /** Starts the work; a failure is logged under its name. */
  start(name: string, work: () => Promise<unknown>): BackgroundTask;
  /** Resolves when nothing runs, what is started meanwhile included. To be awaited before that is closed which work needs. */
  idle(): Promise<void>;
}

export interface BackgroundTask {
  /** Resolves when the work is over, however it went. */
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
      const over = () => {
        running.delete(ended);
      };
      // Only the log can fail here, and there is nobody else to tell.
      const ended = attempt(name, work).then(over, over);
      running.add(ended);
      return { ended };
    },
    async idle() {
      while (running.size > 0) await Promise.all(running);
    },
  };
}
