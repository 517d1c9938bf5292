/** The comparison cannot be made. The message says what is wrong and what to do, and needs no stack to be understood. */
export class SpecProblem extends Error {
  override name = 'SpecProblem';
}

/** Runs what goes as deep as a contract is nested, and says so where that is deeper than the stack of the process. */
export function withinStack<T>(name: string, run: () => T): T {
  try {
    return run();
  } catch (cause) {
    if (!(cause instanceof RangeError) || !cause.message.includes('call stack')) throw cause;
    throw new SpecProblem(`${name}: it is nested too deeply: give a name to some of the inner schemas (components).`, {
      cause,
    });
  }
}
