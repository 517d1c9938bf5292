import { checkBounds } from '../bounds.js';
import { ConfigurationError } from '../errors/errors.js';
import { sentence } from '../errors/sentence.js';
import { TrawlError } from '../errors/trawl-error.js';
import type { CallLimits, RequestDraft } from '../transport/call.js';
import type { Send } from '../transport/transport.js';
import { ApiCall, type Received } from './api-call.js';
import { plainHeaders, unsendable } from './headers.js';
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
  readonly query?: Sent<Query<Op>> | undefined;
  readonly body?: Sent<Body<Op>> | undefined;
  /** How to get a file: it goes in a form beside the fields of the body, or as it is when there are none. */
  readonly file?: ((signal: AbortSignal) => Promise<Blob>) | undefined;
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
  /** A function where it has to be made of what the caller gave: what goes wrong there rejects the call. */
  outgoing?: Outgoing<Op> | (() => Outgoing<Op>),
  call?: CallOptions,
) => ApiCall<Answer<Op>>;

export function createInvoke(common: Common, send: Send): Invoke {
  return (operation, outgoing, call) => new ApiCall(request(operation, outgoing, { ...call }));

  async function request<Op extends OperationName>(
    operation: Operation<Op>,
    given: Outgoing<Op> | (() => Outgoing<Op>) = {},
    call: CallOptions,
  ): Promise<Received<Answer<Op>>> {
    const [name, , , repeatSafe] = operation;
    const outgoing = asGiven(name, () => (typeof given === 'function' ? given() : given));
    const { file, serverTimeoutMs, mayBeEmpty, mayFail } = outgoing;
    const draft = (read?: Blob) => asGiven(name, () => drawnUp(common, operation, outgoing, read, call));
    // Field by field: to spread all of `outgoing` takes longer than the rest of this function.
    const made = { ...call, operation: name, repeatSafe, serverTimeoutMs, mayBeEmpty, mayFail };
    const sent = send(file ? async (signal) => draft(await file(signal)) : draft(), made);
    return (await sent) as Received<Answer<Op>>;
  }
}

/** The request of a call as it is sent, if it is within the bounds of the contract. */
function drawnUp<Op extends OperationName>(
  common: Common,
  operation: Operation<Op>,
  outgoing: Outgoing<Op>,
  file: Blob | undefined,
  { extraBody, idempotencyKey, headers }: CallOptions,
): RequestDraft {
  const [name, method, , , bounds] = operation;
  const { path, query, body } = outgoing;
  if (extraBody && (method === 'GET' || (file && !body))) {
    throw new ConfigurationError(`extraBody cannot be sent: ${name} has no fields in its body.`, { operation: name });
  }
  if (idempotencyKey === '') throw unsendable('idempotencyKey');
  checkBounds(body ?? query, bounds, '', !body);
  const fields = extraBody ? { ...body, ...extraBody } : body;
  const own = plainHeaders({
    ticket: outgoing.headers,
    headers,
    idempotencyKey: idempotencyKey && { 'x-idempotency-key': idempotencyKey },
  });
  return writeRequest(common, operation, { path, query, fields, file }, own);
}

/** What is made of what the caller gave; whatever goes wrong in it is the caller's to correct, and nothing was sent. */
function asGiven<T>(operation: string, make: () => T): T {
  try {
    return make();
  } catch (cause) {
    if (cause instanceof TrawlError) throw cause;
    const why = sentence((cause as Error).message);
    throw new ConfigurationError(`${operation} cannot be sent as it was given: ${why}.`, { operation, cause });
  }
}
