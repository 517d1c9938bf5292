import type { TrawlClient } from '@trawl/client';
import { ConfigurationError } from '../errors/configuration-error.js';
import { operations } from '../generated/operations.js';
import { type CallLimits, RequestDraft, type Answer as TransportAnswer } from '../transport/call.js';
import type { Send } from '../transport/transport.js';
import { ApiCall, type Received } from './api-call.js';
import { checkBounds } from './bounds.js';
import { plainHeaders } from './headers.js';
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
  /** A function where it has to be made first: what goes wrong there rejects the call, like everything else. */
  readonly body?: Body<Op> | (() => Body<Op>) | undefined;
  /** A file: in a form beside the fields of the body, or as it is when there are none. */
  readonly file?: Blob | undefined;
  /** Headers that belong to the request itself; those of the caller win. */
  readonly headers?: CallOptions['headers'];
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
    { path, query, body, file, headers: own, ...facts }: Outgoing<Op>,
    { headers, extraBody, idempotencyKey, ...limits }: CallOptions,
  ): Promise<Received<Answer<Op>>> {
    const { method, path: template, repeatSafe } = operations[operation];
    if (extraBody && (method === 'GET' || (file && !body))) {
      throw new ConfigurationError(`extraBody cannot be sent: ${operation} has no fields in its body.`, { operation });
    }
    const known = (typeof body === 'function' ? (body as () => Body<Op>)() : body) as object | undefined;
    checkBounds(operation, known);
    const fields = known || extraBody ? { ...known, ...extraBody } : undefined;
    const isJson = fields && !file;
    let isWritten = false;
    let received: TransportAnswer | undefined;
    const init = {
      params: { path, query },
      headers: {
        ...(isJson && JSON_TYPE),
        ...plainHeaders(own, headers, idempotencyKey ? { 'x-idempotency-key': idempotencyKey } : undefined),
      },
      body: file && fields ? { file, ...fields } : (file ?? fields),
      // As text: platforms send it with a tenth less effort than the Blob that the client would make of it.
      bodySerializer: isJson ? (value: unknown) => JSON.stringify(value) : undefined,
      // The answer comes back around openapi-fetch, which would read it a second time.
      parseAs: 'stream',
      Request: RequestDraft,
      fetch: async (draft: unknown) => {
        isWritten = true;
        received = await send(draft as RequestDraft, { ...limits, ...facts, operation, repeatSafe });
        return received.response;
      },
    };
    await (client[method] as Method)(template, init).catch((cause: Error) => {
      // What cannot be written down as a request, such as an id that would leave its segment, is the caller's.
      throw isWritten ? cause : new ConfigurationError(`${cause.message}.`, { operation, cause });
    });
    return { ...received, operation } as Received<Answer<Op>>;
  }
}
