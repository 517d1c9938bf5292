import { assembleRequest, type PreparedRequest, type WrittenBody, writeJson } from '@trawl/client/request';
import type { OnResponse } from '../async/api-response.js';
import { checkBounds, type Rewrites } from '../contract/bounds.js';
import type { Operation } from '../contract/operation.js';
import { ConfigurationError } from '../errors/errors.js';
import { labelOf, type NamedCall, sentence } from '../errors/sentence.js';
import { isPlaceholder } from '../errors/settings.js';
import { TrawlError } from '../errors/trawl-error.js';
import { toWireBody } from '../formats/wire-body.js';
import type { Call, CallLimits, ResultRules, RunWithDeadline } from '../transport/call.js';
import type { ReceivedResponse } from '../transport/received-response.js';
import type { Send } from '../transport/transport.js';
import { ApiCall } from './api-call.js';
import type { OperationName, Path, Query, RequestBody, ResponseBody, Undefinable } from './contract-types.js';
import { checkOptions, type Names } from './options.js';

/** The options of one call: the last argument of every method. Every time is in milliseconds. */
export interface CallOptions extends CallLimits {
  /** Headers of this call. They win over those of the client. */
  readonly headers?: RequestInit['headers'] | undefined;
  /** Fields for the request body that this version of the SDK does not know. */
  readonly extraBody?: Readonly<Record<string, unknown>> | undefined;
  /** Parameters for the query that this version of the SDK does not know. Each value of a list is sent. */
  readonly extraQuery?: Readonly<Record<string, unknown>> | undefined;
  /**
   * A UUID, sent as `x-idempotency-key`. Only the start of a crawl uses it: the service refuses a second start with the
   * same key. Self-hosted servers of August 2026 crash on it: give none to those.
   */
  readonly idempotencyKey?: string | undefined;
}

/** The options of every call. */
export const CALL_OPTIONS: Names<CallOptions> = {
  signal: 1,
  timeoutMs: 1,
  totalTimeoutMs: 1,
  maxRetries: 1,
  maxResponseBytes: 1,
  fetchOptions: 1,
  headers: 1,
  extraBody: 1,
  extraQuery: 1,
  idempotencyKey: 1,
};

/** The input of one request, from a method of the SDK. */
export interface RequestInput<Op extends OperationName> extends ResultRules {
  readonly path?: Path<Op> | undefined;
  readonly query?: Undefinable<Query<Op>> | undefined;
  /** A function, if a file has to be read first. */
  readonly body?: Undefinable<RequestBody<Op>> | ((signal: AbortSignal) => Promise<object>) | undefined;
  /** Writes the body. Default: as JSON. */
  readonly writeBody?: ((body: unknown) => WrittenBody) | undefined;
  /** Headers of the request itself. Those of the caller win. */
  readonly headers?: CallOptions['headers'] | undefined;
  /** The time that the request allows the server, in milliseconds. */
  readonly serverTimeoutMs?: number | undefined;
}

/** What all requests of a client have in common. */
interface RequestDefaults {
  readonly baseUrl: string;
  readonly headers: RequestInit['headers'];
}

/** The options of a call that a listing or a job makes. */
export interface NamedCallOptions extends CallOptions, Pick<NamedCall, 'sdkMethod'>, Pick<Call, 'attemptSignal'> {
  readonly onResponse?: OnResponse | undefined;
}

/** Calls an operation. Every resource sends its requests with it. */
export type Invoke = <Op extends OperationName>(
  operation: Operation<Op>,
  /** A function, if the input depends on values of the caller: what the function throws rejects the call. */
  input?: RequestInput<Op> | (() => RequestInput<Op>),
  call?: NamedCallOptions,
) => ApiCall<ResponseBody<Op>>;

export function createInvoke(defaults: RequestDefaults, send: Send): Invoke {
  async function callOperation<Op extends OperationName>(
    operation: Operation<Op>,
    makeInput: RequestInput<Op> | (() => RequestInput<Op>) = {},
    call: NamedCallOptions,
  ): Promise<ReceivedResponse<ResponseBody<Op>>> {
    const { sdkMethod = operation.sdkMethod, onResponse, attemptSignal, ...options } = call;
    const names = { operation: operation.name, sdkMethod };
    checkOptions(options, CALL_OPTIONS, `the call ${sdkMethod}`);
    const input = refuseInvalid(names, () => (typeof makeInput === 'function' ? makeInput() : makeInput));

    const prepare = async (runWithDeadline: RunWithDeadline): Promise<PreparedRequest> => {
      const given = typeof input.body === 'function' ? await runWithDeadline(input.body) : input.body;
      const rewrites: Rewrites = { schemas: [], capitals: [] };
      refuseInvalid(names, () =>
        checkBounds(given ?? input.query, operation.bounds, [], { isQuery: !given, rewrites }),
      );
      const convert = given && toWireBody(given, rewrites);
      const body = typeof convert === 'function' ? await convert() : convert;
      return refuseInvalid(names, () => buildRequest(operation, input, body, call, defaults));
    };

    const response = await send(prepare, {
      ...call,
      ...names,
      repeatSafe: operation.repeatSafe,
      serverTimeoutMs: input.serverTimeoutMs,
      emptyIsSuccess: input.emptyIsSuccess,
      failureIsResult: input.failureIsResult,
    });
    onResponse?.(response);
    return response as ReceivedResponse<ResponseBody<Op>>;
  }

  return (operation, input, call) => new ApiCall(callOperation(operation, input, { ...call }));
}

/** `body` is the body of the input after it has been read. */
function buildRequest(
  operation: Operation,
  input: RequestInput<OperationName>,
  body: object | undefined,
  call: CallOptions,
  defaults: RequestDefaults,
): PreparedRequest {
  const { extraBody, extraQuery } = call;
  if (extraBody && (operation.method === 'GET' || body instanceof Blob)) {
    throw new TypeError('it has no fields for extraBody');
  }
  const query: Readonly<Record<string, unknown>> | undefined = input.query;
  const writeBody = input.writeBody ?? writeJson;
  const idempotencyKey = checkedKey(call.idempotencyKey, 'idempotencyKey');
  return assembleRequest(
    operation.method,
    operation.path,
    {
      baseUrl: defaults.baseUrl,
      params: { path: input.path, query: extraQuery ? { ...query, ...extraQuery } : query },
      headers: [defaults.headers, input.headers, call.headers, { 'x-idempotency-key': idempotencyKey }],
    },
    writeBody(extraBody ? { ...body, ...extraBody } : body),
  );
}

/** Runs `make` on the caller's input, and turns what it throws into a ConfigurationError. Nothing was sent then. */
export function refuseInvalid<T>(call: NamedCall, make: () => T): T {
  try {
    return make();
  } catch (cause) {
    if (cause instanceof TrawlError) throw cause;
    const reason = sentence((cause as Error).message);
    const message = `${labelOf(call)} cannot be sent as it was given: ${reason}.`;
    throw new ConfigurationError(message, { operation: call.operation, cause });
  }
}

/** A key without white space around it, if a header can carry it. */
export function checkedKey(value: string | undefined, option: string): string | undefined {
  if (value === undefined) return undefined;
  const key = String(value).trim();
  if (/^[\x21-\x7e]+$/.test(key)) return key;
  const problem = isPlaceholder(key)
    ? 'is a placeholder'
    : /^bearer /i.test(key)
      ? 'begins with "Bearer", which the SDK adds itself'
      : 'is empty, or has a line break or the like';
  const message = `cannot be sent: it ${problem}.`;
  throw new ConfigurationError(`${option} ${message}`, { issues: [{ path: [option], message }] });
}
