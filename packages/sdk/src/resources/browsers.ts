import type { BrowserSession, BrowserSessionClosed, BrowserSessionCreated, CodeResult } from '@trawl/client';
import {
  createBrowserSession,
  deleteBrowserSession,
  executeInBrowserSession,
  listBrowserSessions,
} from '../generated/operations.js';
import type { ApiCall } from '../request/api-call.js';
import type { Connection } from '../request/connection.js';
import type { Query, RequestBody } from '../request/contract-types.js';
import type { CallOptions } from '../request/invoke.js';
import { listOf } from '../request/response-fields.js';

/** Browser sessions of your own, apart from any scrape. */
export interface Browsers extends ReturnType<typeof browsers> {}

/** Browser sessions of your own, apart from any scrape. */
export const browsers = ({ invoke }: Connection) => ({
  /**
   * Opens a browser; drive it with `execute()`, or over the Chrome DevTools Protocol at `cdpUrl`. It lives until it is
   * deleted, or until `ttl` or `activityTtl` is over. Operation `createBrowserSession`.
   *
   * @throws PaymentRequiredError when the credits do not suffice.
   * @example
   * const { id = '' } = await trawl.browsers.create({ ttl: 120 });
   * try {
   *   const { result } = await trawl.browsers.execute(id, 'await page.title()');
   *   console.log(result);
   * } finally {
   *   await trawl.browsers.delete(id); // Otherwise it lives on until `ttl` is over.
   * }
   */
  create: (body: RequestBody<'createBrowserSession'> = {}, call?: CallOptions): ApiCall<BrowserSessionCreated> =>
    invoke(createBrowserSession, { body }, call),

  /** The browser sessions of the team, the latest first. Operation `listBrowserSessions`. */
  list: (query?: Query<'listBrowserSessions'>, call?: CallOptions): ApiCall<BrowserSession[]> =>
    invoke(listBrowserSessions, { query }, call).mapData(listOf('sessions', [])),

  /**
   * Runs code in a session. `success: false` in the result means that the code itself failed. Operation
   * `executeInBrowserSession`.
   *
   * @throws NotFoundError when there is no such session.
   * @throws GoneError when the session has ended.
   */
  execute: (
    sessionId: string,
    code: string,
    request: Omit<RequestBody<'executeInBrowserSession'>, 'code'> = {},
    call?: CallOptions,
  ): ApiCall<CodeResult> => {
    const makeInput = () => {
      const serverTimeoutMs = request.timeout && request.timeout * 1000;
      return { path: { sessionId }, body: { ...request, code }, serverTimeoutMs, failureIsResult: true };
    };
    return invoke(executeInBrowserSession, makeInput, call);
  },

  /**
   * Closes a session, and says what it cost. Operation `deleteBrowserSession`.
   *
   * @throws NotFoundError when there is no such session.
   */
  delete: (sessionId: string, call?: CallOptions): ApiCall<BrowserSessionClosed> =>
    invoke(deleteBrowserSession, { path: { sessionId } }, call),
});
