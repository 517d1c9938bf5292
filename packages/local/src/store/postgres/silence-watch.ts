import { DatabaseAway } from '../database-away.js';

/**
 * Notices a database that keeps silent, as behind a network that is cut: its connections stay open, and no answer comes. A
 * statement that takes long in a database that answers is left alone.
 */
export interface SilenceWatch {
  /**
   * Waits for what the database was asked for.
   *
   * @throws DatabaseAway when the database has kept silent for five seconds. The answer may still come, and is ignored.
   */
  during<Answer>(answer: Promise<Answer>): Promise<Answer>;
}

/** How long an answer takes before the database is asked whether it answers at all. */
const PATIENCE_MS = 2_000;

/** How long it has to answer that. */
export const ANSWER_MS = 3_000;

/** `isSilent` asks the database over a connection of its own, for at most `ANSWER_MS`. */
export function createSilenceWatch(isSilent: () => Promise<boolean>): SilenceWatch {
  let asked: Promise<boolean> | undefined;

  /** Asks once for all who wait. */
  function ask(): Promise<boolean> {
    asked ??= isSilent().finally(() => {
      asked = undefined;
    });
    return asked;
  }

  return {
    during: (answer) =>
      new Promise((resolve, reject) => {
        let timer: NodeJS.Timeout | undefined;
        const askLater = () => {
          timer = setTimeout(async () => {
            if (await ask()) reject(silent());
            else if (timer) askLater();
          }, PATIENCE_MS);
        };
        askLater();
        answer.then(resolve, reject).finally(() => {
          clearTimeout(timer);
          timer = undefined;
        });
      }),
  };
}

function silent(): DatabaseAway {
  return new DatabaseAway(`no answer for ${(PATIENCE_MS + ANSWER_MS) / 1000} s`, undefined);
}
