import type { CDPSession } from 'playwright-core';

/** Runs scripts in the main frame of a page. */
export interface PageScripts {
  /** Resolves to the value of the expression, or of the promise that it returns. */
  evaluate<Result>(expression: string): Promise<Result>;
}

/**
 * Runs scripts over a DevTools session. `page.evaluate` does the same, but first it compiles a library of some hundred
 * functions in each document, which takes longer than a small page itself.
 */
export function pageScripts(session: CDPSession): PageScripts {
  return {
    async evaluate(expression) {
      const parameters = { expression, returnByValue: true, awaitPromise: true };
      const { result, exceptionDetails } = await session.send('Runtime.evaluate', parameters);
      if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
      return result.value;
    },
  };
}
