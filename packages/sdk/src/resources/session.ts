import type { CodeInteraction, InteractResponse, PromptInteraction } from '@trawl/client';
import { ConfigurationError, GoneError, NotFoundError } from '../errors/errors.js';
import type { TrawlError } from '../errors/trawl-error.js';
import { endInteraction, interactWithPage } from '../generated/operations.js';
import type { ApiCall } from '../request/api-call.js';
import type { Connection } from '../request/connection.js';
import type { CallOptions } from '../request/invoke.js';

/** A scraped page, or the `scrapeId` in its metadata. */
export type SessionOrigin = string | { readonly metadata?: { readonly scrapeId?: string | undefined } | undefined };

/** The browser session of a scrape. It is closed by `close()`, or by itself at the end of an `await using` block. */
export interface Session extends ReturnType<typeof interact> {}

/**
 * The browser session of a scrape. Nothing is sent before the session is used.
 *
 * @example
 * await using session = trawl.interact(await trawl.scrape('https://example.com'));
 * console.log((await session.prompt('Open the pricing tab and tell me the smallest price')).output);
 */
export const interact = ({ invoke }: Connection, page: SessionOrigin) => {
  const scrapeId = typeof page === 'string' ? page : page?.metadata?.scrapeId;
  if (!scrapeId) throw new ConfigurationError('The page has no metadata.scrapeId.');
  const path = { scrapeId };
  /** The number of calls that may have opened it since it was last closed. */
  let uses = 0;

  const act = (body: PromptInteraction | CodeInteraction, call: CallOptions | undefined): ApiCall<InteractResponse> => {
    uses++;
    const serverTimeoutMs = body.timeout && body.timeout * 1000;
    return invoke(interactWithPage, { path, body, serverTimeoutMs, failureIsResult: true }, call).recover((error) => {
      // There is nothing to close, so the block of the caller ends with this error alone.
      if (!(error as TrawlError).possiblyStarted) uses--;
      throw error;
    });
  };

  const close = (call?: CallOptions): ApiCall<void> =>
    invoke(endInteraction, { path, emptyIsSuccess: true }, call).mapData(() => {
      uses = 0;
    });

  return {
    /** The id of the scrape that the session continues. */
    scrapeId,

    /**
     * Acts on the page by a prompt. The answer is in `output`. Call again to follow up. `success: false` in
     * the result means that it could not be done. Operation `interactWithPage`.
     *
     * @throws NotFoundError when there is no such scrape, or no longer.
     * @throws GoneError when the session has ended.
     * @throws RequestTimeoutError when it takes longer than `timeout`.
     */
    prompt: (
      prompt: string,
      request: Omit<PromptInteraction, 'prompt'> = {},
      call?: CallOptions,
    ): ApiCall<InteractResponse> => act({ ...request, prompt }, call),

    /**
     * Runs code on the page. `success: false` in the result means that the code itself failed. Operation
     * `interactWithPage`.
     *
     * @throws NotFoundError when there is no such scrape, or no longer.
     * @throws GoneError when the session has ended.
     * @throws RequestTimeoutError when it takes longer than `timeout`.
     */
    execute: (
      code: string,
      request: Omit<CodeInteraction, 'code'> = {},
      call?: CallOptions,
    ): ApiCall<InteractResponse> => act({ ...request, code }, call),

    /** Closes the session. It is billed until then. Operation `endInteraction`. */
    close,

    /** Closes the session if it may be open. */
    async [Symbol.asyncDispose](): Promise<void> {
      if (uses <= 0) return;
      await close().catch((error: unknown) => {
        // A session that has ended by itself is closed.
        if (!(error instanceof NotFoundError || error instanceof GoneError)) throw error;
      });
    },
  };
};
