import type { CDPSession } from 'playwright-core';

/** Runs scripts in a page, or in a frame of it. */
export interface PageScripts {
  /** Resolves to the value of the expression, or of the promise that it returns. */
  evaluate<Result>(expression: string): Promise<Result>;
}

/**
 * Runs scripts over a DevTools session. `page.evaluate` does the same, but first it compiles a library of some hundred
 * functions in each document, which takes longer than a small page itself.
 *
 * @param contextId where the scripts run. By default, that is the main frame.
 */
export function pageScripts(session: Pick<CDPSession, 'send'>, contextId?: number): PageScripts {
  return {
    async evaluate(expression) {
      const context = contextId === undefined ? {} : { contextId };
      const parameters = { expression, returnByValue: true, awaitPromise: true, ...context };
      const { result, exceptionDetails } = await session.send('Runtime.evaluate', parameters);
      if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
      return result.value;
    },
  };
}
