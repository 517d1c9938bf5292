import type { BrowserSession, BrowserSessionClosed, BrowserSessionCreated, CodeResult } from '@trawl/client';
import type { ApiCall } from './api-call.js';
import type { CallOptions, Invoke } from './invoke.js';
import { secondsIn } from './seconds.js';
import type { Body, Query } from './wire.js';

/** Browser sessions of your own, apart from any scrape. */
export class Browsers {
  readonly #invoke: Invoke;

  constructor(invoke: Invoke) {
    this.#invoke = invoke;
  }

  /** Opens a browser; drive it with `execute()`, or over the Chrome DevTools Protocol at `cdpUrl`. */
  create(request: Body<'createBrowserSession'> = {}, call?: CallOptions): ApiCall<BrowserSessionCreated> {
    return this.#invoke('createBrowserSession', { body: request }, call);
  }

  list(query?: Query<'listBrowserSessions'>, call?: CallOptions): ApiCall<BrowserSession[]> {
    return this.#invoke('listBrowserSessions', { query }, call).mapData(({ sessions = [] }) => sessions);
  }

  /** Runs code in a session. `success: false` in the result means that the code itself failed. */
  execute(
    sessionId: string,
    code: string,
    request: Omit<Body<'executeInBrowserSession'>, 'code'> = {},
    call?: CallOptions,
  ): ApiCall<CodeResult> {
    const body = { ...request, code };
    const known = { serverTimeoutMs: secondsIn(request.timeout), mayFail: true };
    return this.#invoke('executeInBrowserSession', { path: { sessionId }, body, ...known }, call);
  }

  delete(sessionId: string, call?: CallOptions): ApiCall<BrowserSessionClosed> {
    return this.#invoke('deleteBrowserSession', { path: { sessionId } }, call);
  }
}
