import { assembleRequest, type PreparedRequest, type WrittenBody, writeJson } from '@trawl/client/request';
import type { OnReply } from '../async/reply.js';
import { checkBounds } from '../contract/bounds.js';
import type { Operation } from '../contract/operation.js';
import { ConfigurationError } from '../errors/errors.js';
import { labelOf, type NamedCall, sentence } from '../errors/sentence.js';
import { isPlaceholder } from '../errors/status-errors.js';
import { TrawlError } from '../errors/trawl-error.js';
import type { CallLimits, Within } from '../transport/call.js';
import type { Send } from '../transport/transport.js';
import { ApiCall } from './api-call.js';
import type { OperationName, Path, Query, RequestBody, ResponseBody, Undefinable } from './contract-types.js';
import type { Received } from './received.js';

/** The options of one call: the last argument of every method. Every time is in milliseconds. */
export interface CallOptions extends CallLimits {
  /** Headers of this call. They win over those of the client. */
  readonly headers?: RequestInit['headers'];
  /** Fields for the request body that this version of the SDK does not know. */
  readonly extraBody?: Readonly<Record<string, unknown>> | undefined;
  /** Parameters for the query that this version of the SDK does not know. Of a list each value is sent. */
  readonly extraQuery?: Readonly<Record<string, unknown>> | undefined;
  /**
   * A UUID, sent as `x-idempotency-key`. Only the start of a crawl uses it: the service refuses a second start with the
   * same key. Self-hosted servers of August 2026 crash on it: give none to those.
   */
  readonly idempotencyKey?: string | undefined;
}

/** The request of one call, and what the transport has to know about it. */
export interface OperationRequest<Op extends OperationName> {
  readonly path?: Path<Op> | undefined;
  readonly query?: Undefinable<Query<Op>> | undefined;
  /** A function, if a file has to be read first. */
  readonly body?: Undefinable<RequestBody<Op>> | ((signal: AbortSignal) => Promise<object>) | undefined;
  /** Writes the body. Default: as JSON. */
  readonly writeBody?: ((body: unknown) => WrittenBody) | undefined;
  /** Headers of the request itself. Those of the caller win. */
  readonly headers?: CallOptions['headers'];
  /** The time that the request allows the server, in milliseconds. */
  readonly serverTimeoutMs?: number | undefined;
  /** A response without a body is a success. */
  readonly mayBeEmpty?: boolean | undefined;
  /** `success: false` with status 200 is a result. */
  readonly mayFail?: boolean | undefined;
}

/** What all requests of a client have in common. */
interface RequestDefaults {
  readonly baseUrl: string;
  readonly headers: Headers;
}

/** The options of a call that a listing or a job makes. */
export interface NamedCallOptions extends CallOptions, Pick<NamedCall, 'calledAs'> {
  readonly onReply?: OnReply | undefined;
}

/** Calls an operation. Every resource sends its requests with it. */
export type Invoke = <Op extends OperationName>(
  operation: Operation<Op>,
  /** A function, if it is made of the caller's input: what it throws rejects the call. */
  outgoing?: OperationRequest<Op> | (() => OperationRequest<Op>),
  call?: NamedCallOptions,
) => ApiCall<ResponseBody<Op>>;

export function createInvoke({ baseUrl, headers: common }: RequestDefaults, send: Send): Invoke {
  return (operation, outgoing, call) => new ApiCall(request(operation, outgoing, { ...call }));

  async function request<Op extends OperationName>(
    [repeatSafe, method, route, own, operation, bounds]: Operation<Op>,
    given: OperationRequest<Op> | (() => OperationRequest<Op>) = {},
    call: NamedCallOptions,
  ): Promise<Received<ResponseBody<Op>>> {
    const { calledAs = own, extraBody, extraQuery, idempotencyKey } = call;
    const named = { operation, calledAs };
    const outgoing = refuseInvalid(named, () => (typeof given === 'function' ? given() : given));
    const {
      path,
      query,
      body: content,
      writeBody = writeJson,
      headers,
      serverTimeoutMs,
      mayBeEmpty,
      mayFail,
    } = outgoing;
    const prepare = async (within: Within): Promise<PreparedRequest> => {
      const body = typeof content === 'function' ? await within(content) : content;
      return refuseInvalid(named, () => {
        if (extraBody && (method === 'GET' || body instanceof Blob))
          throw new TypeError('it has no fields for extraBody');
        checkBounds(body ?? query, bounds, [], !body);
        const parts = {
          baseUrl,
          params: { path, query: extraQuery ? { ...query, ...extraQuery } : query },
          headers: [
            common,
            headers,
            call.headers,
            { 'x-idempotency-key': checkedKey(idempotencyKey, 'idempotencyKey') },
          ],
        };
        return assembleRequest(method, route, parts, writeBody(extraBody ? { ...body, ...extraBody } : body));
      });
    };
    // Field by field: spreading the whole request takes longer than the rest of this function.
    const facts = { ...call, operation, calledAs, repeatSafe, serverTimeoutMs, mayBeEmpty, mayFail };
    const received = (await send(prepare, facts)) as Received<ResponseBody<Op>>;
    call.onReply?.(received);
    return received;
  }
}

/** Runs `make` on the caller's input, and turns what it throws into a ConfigurationError. Nothing was sent then. */
export function refuseInvalid<T>(call: NamedCall, make: () => T): T {
  try {
    return make();
  } catch (cause) {
    if (cause instanceof TrawlError) throw cause;
    const why = sentence((cause as Error).message);
    const { operation } = call;
    throw new ConfigurationError(`${labelOf(call)} cannot be sent as it was given: ${why}.`, { operation, cause });
  }
}

/** A key without white space around it, if a header can carry it. */
export function checkedKey(given: string | undefined, option: string): string | undefined {
  const key = given === undefined ? undefined : String(given).trim();
  if (key === undefined || /^[\x21-\x7e]+$/.test(key)) return key;
  const why = isPlaceholder(key) ? 'is a placeholder' : 'is empty, or has a line break or the like';
  const message = `cannot be sent: it ${why}.`;
  throw new ConfigurationError(`${option} ${message}`, { issues: [{ path: [option], message }] });
}
