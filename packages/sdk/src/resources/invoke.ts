import type { TrawlClient } from '@trawl/client';
import { ConfigurationError } from '../errors/configuration-error.js';
import { operations } from '../generated/operations.js';
import { type CallLimits, RequestDraft, type Answer as TransportAnswer } from '../transport/call.js';
import type { Send } from '../transport/transport.js';
import { ApiCall, type Received } from './api-call.js';
import { checkBounds } from './bounds.js';
import type { Answer, Body, OperationName, Path, Query } from './wire.js';

/** How to make one call; the last argument of every method. Every time is in milliseconds. */
export interface CallOptions extends CallLimits {
  /** Sent with this call; they win over those of the client. */
  readonly headers?: RequestInit['headers'];
  /** Fields for the request body that this version of the SDK does not know. */
  readonly extraBody?: Readonly<Record<string, unknown>> | undefined;
  /**
   * A UUID, sent as `x-idempotency-key`. Only the start of a crawl looks at it: a second start with the same key is
   * refused, it does not get the first answer again.
   */
  readonly idempotencyKey?: string | undefined;
}

/** What goes on the wire, and what the transport has to know about it. */
export interface Outgoing<Op extends OperationName> {
  readonly path?: Path<Op> | undefined;
  readonly query?: Query<Op> | undefined;
  readonly body?: Body<Op> | undefined;
  /** A body that is not JSON, such as a file. */
  readonly rawBody?: unknown;
  /** The time that the request itself allows the server. */
  readonly serverTimeoutMs?: number | undefined;
  /** An answer without a body is a success. */
  readonly mayBeEmpty?: boolean | undefined;
  /** `success: false` with status 200 is a result. */
  readonly mayFail?: boolean | undefined;
}

/** Makes the call of an operation: the one way from the resources to the network. */
export type Invoke = <Op extends OperationName>(
  operation: Op,
  outgoing?: Outgoing<Op>,
  call?: CallOptions,
) => ApiCall<Answer<Op>>;

const JSON_TYPE = { 'content-type': 'application/json' };

/** openapi-fetch as it is called from here: the types of paths and bodies have been checked against the operation. */
type Method = (path: string, init: object) => Promise<unknown>;

export function createInvoke(client: TrawlClient, send: Send): Invoke {
  return (operation, outgoing = {}, call = {}) => new ApiCall(request(operation, outgoing, call));

  async function request<Op extends OperationName>(
    operation: Op,
    { path, query, body, rawBody, ...known }: Outgoing<Op>,
    { headers, extraBody, idempotencyKey, ...limits }: CallOptions,
  ): Promise<Received<Answer<Op>>> {
    const { method, path: template, repeatSafe } = operations[operation];
    checkBounds(operation, body ?? rawBody);
    const json = !rawBody && (body || extraBody) ? { ...(body as object), ...extraBody } : undefined;
    let received: TransportAnswer | undefined;
    const init = {
      params: { path, query },
      headers: { ...(json && JSON_TYPE), ...callHeaders(headers, idempotencyKey) },
      body: rawBody ?? json,
      // As text: platforms send it with a tenth less effort than the Blob that the client would make of it.
      bodySerializer: json && ((value: unknown) => JSON.stringify(value)),
      // The answer comes back around openapi-fetch, which would read it a second time.
      parseAs: 'stream',
      Request: RequestDraft,
      fetch: async (draft: unknown) => {
        received = await send(draft as RequestDraft, { ...limits, ...known, operation, repeatSafe });
        return received.response;
      },
    };
    await (client[method] as Method)(template, init);
    return received as Received<Answer<Op>>;
  }
}

function callHeaders(given: CallOptions['headers'], idempotencyKey: string | undefined): Record<string, string> {
  try {
    const headers = Object.fromEntries(new Headers(given));
    return idempotencyKey ? { ...headers, 'x-idempotency-key': idempotencyKey } : headers;
  } catch {
    // The platform's own error repeats the value, which may be a secret.
    throw new ConfigurationError('headers has a name or a value that a header cannot carry, such as a line break.');
  }
}
