import type { CodeInteraction, InteractResponse, PromptInteraction } from '@trawl/client';
import type { Connection } from '../connection.js';
import { ConfigurationError } from '../errors/configuration-error.js';
import { GoneError, NotFoundError } from '../errors/status-errors.js';
import { endInteraction, interactWithPage } from '../generated/operations.js';
import type { ApiCall } from './api-call.js';
import type { CallOptions, Invoke } from './invoke.js';
import { millisecondsOf } from './milliseconds.js';

/** What leads to a session: a scraped page, or the `scrapeId` in its metadata. */
export type SessionOrigin = string | { readonly metadata?: { readonly scrapeId?: string } | undefined };

/**
 * The browser session of a scrape. It is closed by `close()`, or by itself at the end of an `await using` block.
 *
 * @example
 * const page = await trawl.scrape('https://example.com');
 * await using session = trawl.interact(page);
 * const { output } = await session.prompt('Open the pricing tab and tell me the smallest price');
 */
export class Session {
  /** Of the scrape that the session goes on from. */
  declare readonly scrapeId: string;
  readonly #invoke: Invoke;
  /** Whether there may be something to close. */
  #isOpen = false;

  constructor({ invoke }: Connection, origin: SessionOrigin) {
    const scrapeId = typeof origin === 'string' ? origin : origin?.metadata?.scrapeId;
    if (!scrapeId) throw new ConfigurationError('The page has no metadata.scrapeId, so no session leads on from it.');
    this.scrapeId = scrapeId;
    this.#invoke = invoke;
  }

  /**
   * Acts on the page as told in plain words; the answer is in `output`. Call again to follow up. `success: false` in the
   * result means that it could not be done. Operation `interactWithPage`.
   *
   * @throws NotFoundError when there is no such scrape, or no longer.
   * @throws GoneError when the session has ended.
   * @throws RequestTimeoutError when it takes longer than `timeout`.
   */
  prompt(
    prompt: string,
    request: Omit<PromptInteraction, 'prompt'> = {},
    call?: CallOptions,
  ): ApiCall<InteractResponse> {
    return this.#act({ ...request, prompt }, call);
  }

  /**
   * Runs code on the page. `success: false` in the result means that the code itself failed. Operation
   * `interactWithPage`.
   *
   * @throws NotFoundError when there is no such scrape, or no longer.
   * @throws GoneError when the session has ended.
   * @throws RequestTimeoutError when it takes longer than `timeout`.
   */
  execute(code: string, request: Omit<CodeInteraction, 'code'> = {}, call?: CallOptions): ApiCall<InteractResponse> {
    return this.#act({ ...request, code }, call);
  }

  /** Closes the session; it is billed until then. Operation `endInteraction`. */
  close(call?: CallOptions): ApiCall<void> {
    const path = { scrapeId: this.scrapeId };
    return this.#invoke(endInteraction, { path, mayBeEmpty: true }, call).mapData(() => {
      this.#isOpen = false;
    });
  }

  /** Closes the session if it was used and is still open. */
  async [Symbol.asyncDispose](): Promise<void> {
    if (!this.#isOpen) return;
    await this.close().catch((error: unknown) => {
      // A session that has ended by itself is closed, and what the block itself threw must come through.
      if (!(error instanceof NotFoundError || error instanceof GoneError)) throw error;
    });
  }

  #act(body: PromptInteraction | CodeInteraction, call: CallOptions | undefined): ApiCall<InteractResponse> {
    this.#isOpen = true;
    const facts = { serverTimeoutMs: millisecondsOf(body.timeout), mayFail: true };
    return this.#invoke(interactWithPage, { path: { scrapeId: this.scrapeId }, body, ...facts }, call);
  }
}

/**
 * The browser session of a scrape. Nothing is sent before the session is used.
 *
 * @example
 * await using session = trawl.interact(await trawl.scrape('https://example.com'));
 * console.log((await session.prompt('Open the pricing tab')).output);
 */
export const interact = (connection: Connection, page: SessionOrigin): Session => new Session(connection, page);
