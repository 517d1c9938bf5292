import { ConfigurationError } from '../errors/configuration-error.js';
import type { CallLimits } from '../transport/call.js';
import type { Send } from '../transport/transport.js';
import { ApiCall, type Received } from './api-call.js';
import { checkBounds } from './bounds.js';
import { plainHeaders } from './headers.js';
import type { Operation } from './operation.js';
import { type Common, writeRequest } from './request.js';
import type { Answer, Body, OperationName, Path, Query, Sent } from './wire.js';

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
  readonly body?: Sent<Body<Op>> | (() => Sent<Body<Op>>) | undefined;
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
  operation: Operation<Op>,
  outgoing?: Outgoing<Op>,
  call?: CallOptions,
) => ApiCall<Answer<Op>>;

export function createInvoke(common: Common, send: Send): Invoke {
  return (operation, outgoing = {}, call = {}) => new ApiCall(request(operation, outgoing, call));

  async function request<Op extends OperationName>(
    operation: Operation<Op>,
    outgoing: Outgoing<Op>,
    call: CallOptions,
  ): Promise<Received<Answer<Op>>> {
    const [name, method, , repeatSafe, bounds] = operation;
    const { path, query, body, file, serverTimeoutMs, mayBeEmpty, mayFail } = outgoing;
    const { extraBody, idempotencyKey } = call;
    if (extraBody && (method === 'GET' || (file && !body))) {
      throw new ConfigurationError(`extraBody cannot be sent: ${name} has no fields in its body.`, { operation: name });
    }
    const known = (typeof body === 'function' ? (body as () => object)() : body) as object | undefined;
    checkBounds(known, bounds);
    const fields = extraBody ? { ...known, ...extraBody } : known;
    const idempotency = idempotencyKey && { 'x-idempotency-key': idempotencyKey };
    const headers = plainHeaders(outgoing.headers, call.headers, idempotency);
    const draft = writeRequest(common, operation, { path, query, fields, file }, headers);
    // Field by field: to spread all of `outgoing` takes longer than the rest of this function.
    const made = { ...call, operation: name, repeatSafe, serverTimeoutMs, mayBeEmpty, mayFail };
    return (await send(draft, made)) as Received<Answer<Op>>;
  }
}
