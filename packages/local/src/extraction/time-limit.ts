import { createContext, Script } from 'node:vm';

/** Thrown when work took longer than it may. */
export class TimeLimitExceeded extends Error {
  override readonly name = 'TimeLimitExceeded';
}

const CALL = new Script('work()');
const context: { work: () => unknown } = { work: () => undefined };
createContext(context);

/** Does work that blocks this thread, and ends it after some milliseconds, even in the middle of a regular expression. */
export function withinTime<Result>(milliseconds: number, work: () => Result): Result {
  try {
    context.work = work;
    return CALL.runInContext(context, { timeout: milliseconds });
  } catch (error) {
    if ((error as NodeJS.ErrnoException | undefined)?.code !== 'ERR_SCRIPT_EXECUTION_TIMEOUT') throw error;
    throw new TimeLimitExceeded(`It took longer than ${milliseconds} ms.`);
  }
}
