import { type PreparedRequest, prepareRequest } from '@trawl/client';
import { checkBounds } from '../contract/bounds.js';
import type { Operation } from '../contract/operation.js';
import { ConfigurationError } from '../errors/errors.js';
import { sentence } from '../errors/sentence.js';
import { TrawlError } from '../errors/trawl-error.js';
import type { CallLimits, Within } from '../transport/call.js';
import type { Send } from '../transport/transport.js';
import { ApiCall } from './api-call.js';
import type { OperationName, Path, Query, RequestBody, ResponseBody, Undefinable } from './contract-types.js';
import type { Received } from './received.js';

/** How to make one call; the last argument of every method. Every time is in milliseconds. */
export interface CallOptions extends CallLimits {
  /** Sent with this call; they win over those of the client. */
  readonly headers?: RequestInit['headers'];
  /** Fields for the request body that this version of the SDK does not know. */
  readonly extraBody?: Readonly<Record<string, unknown>> | undefined;
  /** Parameters for the query that this version of the SDK does not know. Of a list each value is sent. */
  readonly extraQuery?: Readonly<Record<string, unknown>> | undefined;
  /**
   * A UUID, sent as `x-idempotency-key`. Only the start of a crawl looks at it: a second start with the same key is
   * refused, it does not get the first answer again.
   */
  readonly idempotencyKey?: string | undefined;
}

/** What goes on the wire, and what the transport has to know about it. */
export interface OperationRequest<Op extends OperationName> {
  readonly path?: Path<Op> | undefined;
  readonly query?: Undefinable<Query<Op>> | undefined;
  /** A function where a file has to be read for it. */
  readonly body?: Undefinable<RequestBody<Op>> | ((signal: AbortSignal) => Promise<object>) | undefined;
  /** Headers that belong to the request itself; those of the caller win. */
  readonly headers?: CallOptions['headers'];
  /** The time that the request itself allows the server. */
  readonly serverTimeoutMs?: number | undefined;
  /** An answer without a body is a success. */
  readonly mayBeEmpty?: boolean | undefined;
  /** `success: false` with status 200 is a result. */
  readonly mayFail?: boolean | undefined;
}

/** What every request of a client has in common. */
interface RequestDefaults {
  readonly baseUrl: string;
  readonly headers: Headers;
}

/** Makes the call of an operation: the one way from the resources to the network. */
export type Invoke = <Op extends OperationName>(
  operation: Operation<Op>,
  /** A function where it has to be made of what the caller gave: what goes wrong there rejects the call. */
  outgoing?: OperationRequest<Op> | (() => OperationRequest<Op>),
  call?: CallOptions,
) => ApiCall<ResponseBody<Op>>;

export function createInvoke({ baseUrl, headers: common }: RequestDefaults, send: Send): Invoke {
  return (operation, outgoing, call) => new ApiCall(request(operation, outgoing, { ...call }));

  async function request<Op extends OperationName>(
    [operation, method, route, repeatSafe, bounds]: Operation<Op>,
    given: OperationRequest<Op> | (() => OperationRequest<Op>) = {},
    call: CallOptions,
  ): Promise<Received<ResponseBody<Op>>> {
    const outgoing = refuseInvalid(operation, () => (typeof given === 'function' ? given() : given));
    const { path, query, body: content, headers, serverTimeoutMs, mayBeEmpty, mayFail } = outgoing;
    const { extraBody, extraQuery, idempotencyKey } = call;
    const prepare = async (within: Within): Promise<PreparedRequest> => {
      const body = typeof content === 'function' ? await within(content) : content;
      return refuseInvalid(operation, () => {
        if (extraBody && (method === 'GET' || body instanceof Blob))
          throw new TypeError('it has no fields for extraBody');
        checkBounds(body ?? query, bounds, '', !body);
        return prepareRequest(method, route, {
          baseUrl,
          params: { path, query: { ...query, ...extraQuery } },
          headers: [
            common,
            headers,
            call.headers,
            { 'x-idempotency-key': checkedKey(idempotencyKey, 'idempotencyKey') },
          ],
          body: extraBody ? { ...body, ...extraBody } : body,
        });
      });
    };
    // Field by field: to spread all of `outgoing` takes longer than the rest of this function.
    const facts = { ...call, operation, repeatSafe, serverTimeoutMs, mayBeEmpty, mayFail };
    return (await send(prepare, facts)) as Received<ResponseBody<Op>>;
  }
}

/** What is made of what the caller gave; whatever goes wrong in it is the caller's to correct, and nothing was sent. */
export function refuseInvalid<T>(operation: string, make: () => T): T {
  try {
    return make();
  } catch (cause) {
    if (cause instanceof TrawlError) throw cause;
    const why = sentence((cause as Error).message);
    throw new ConfigurationError(`${operation} cannot be sent as it was given: ${why}.`, { operation, cause });
  }
}

/** A key as a header can carry it. */
export function checkedKey(given: string | undefined, option: string): string | undefined {
  const key = given === undefined ? undefined : String(given).trim();
  if (key === undefined || /^[\x21-\x7e]+$/.test(key)) return key;
  throw new ConfigurationError(`${option} cannot be sent: it is empty, or has a line break or the like.`);
}
