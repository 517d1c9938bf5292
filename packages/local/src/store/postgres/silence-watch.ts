import { DatabaseAway } from '../database-away.js';

/**
 * Notices a database that keeps silent, as behind a network that is cut, and a connection that nothing passes through any
 * more, as one that a firewall has forgotten: both stay open, and no answer comes. A statement that takes long in a database
 * that answers is left alone.
 */
export interface SilenceWatch {
  /**
   * Waits for what the database was asked for.
   *
   * @param connection - The process of the database that works for the connection, where it is one that was open.
   * @throws DatabaseAway when the database has kept silent for five seconds. The answer may still come, and is ignored.
   */
  during<Answer>(answer: Promise<Answer>, connection?: number | null): Promise<Answer>;
}

/** What the database says when it is asked whether it answers. */
export interface DatabaseSign {
  readonly isSilent: boolean;
  /** Whether the process of a connection has nothing to do. */
  isIdle(connection: number): boolean;
}

/** How long an answer takes before the database is asked whether it answers at all. */
const PATIENCE_MS = 2_000;

/** How long it has to answer that. */
export const ANSWER_MS = 3_000;

/** `askForSign` asks the database over a connection of its own, for at most `ANSWER_MS`. */
export function createSilenceWatch(askForSign: () => Promise<DatabaseSign>): SilenceWatch {
  let asked: Promise<DatabaseSign> | undefined;

  /** Asks once for all who wait. */
  function ask(): Promise<DatabaseSign> {
    asked ??= askForSign().finally(() => {
      asked = undefined;
    });
    return asked;
  }

  return {
    during: (answer, connection) =>
      new Promise((resolve, reject) => {
        let timer: NodeJS.Timeout | undefined;
        let wasIdle = false;
        const askLater = () => {
          timer = setTimeout(async () => {
            const sign = await ask();
            const isIdle = typeof connection === 'number' && sign.isIdle(connection);
            if (sign.isSilent) reject(silent());
            // Once may mean that its answer is on the way.
            else if (isIdle && wasIdle) reject(lost());
            else if (timer) askLater();
            wasIdle = isIdle;
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

function lost(): DatabaseAway {
  return new DatabaseAway('a connection to it was lost without a word', undefined);
}
