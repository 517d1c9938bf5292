import { createContext, Script } from 'node:vm';

/**
 * Enough for all that comes to an end, and a second chance: on a machine that is busy with other things, time passes
 * while nothing is done.
 */
const BUDGETS_MS = [100, 1000];

const context: { work?: () => unknown } = createContext({});
const call = new Script('work()');

/**
 * Runs work that may never end, such as a regular expression of a user, and stops it when it takes too long.
 * It must be pure: it may be stopped anywhere, and begun again.
 *
 * @throws `TookTooLong`
 */
export function withinTime<Result>(work: () => Result): Result {
  context.work = work;
  try {
    for (const timeout of BUDGETS_MS) {
      try {
        return call.runInContext(context, { timeout }) as Result;
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ERR_SCRIPT_EXECUTION_TIMEOUT') throw error;
      }
    }
  } finally {
    delete context.work;
  }
  throw new TookTooLong('It did not come to an end.');
}

export class TookTooLong extends Error {
  override readonly name = 'TookTooLong';
}
