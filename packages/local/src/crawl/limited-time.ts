import { createContext, Script } from 'node:vm';

const context: { work?: () => unknown } = createContext({});
const call = new Script('work()');

/**
 * Runs work that may never end, such as a regular expression of a user, and stops it after the given time.
 * It must be pure: it may be stopped anywhere.
 *
 * @throws `TookTooLong`
 */
export function withinTime<Result>(milliseconds: number, work: () => Result): Result {
  context.work = work;
  try {
    return call.runInContext(context, { timeout: milliseconds }) as Result;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_SCRIPT_EXECUTION_TIMEOUT') throw error;
    throw new TookTooLong(`It took longer than ${milliseconds} ms.`);
  } finally {
    delete context.work;
  }
}

export class TookTooLong extends Error {
  override readonly name = 'TookTooLong';
}
