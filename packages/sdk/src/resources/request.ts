import type { AnswerOf, InputOf, Method, PathOf } from '@trawl/client';
import { writeBody } from '@trawl/client/request';
import type { Operation } from '../contract/operation.js';
import { ConfigurationError } from '../errors/errors.js';
import type { ApiCall } from '../request/api-call.js';
import type { Connection } from '../request/connection.js';
import type { CallOptions, RequestInput } from '../request/invoke.js';
import { parseUrl } from '../transport/parse-url.js';

/** The request to a path that the contract does not have. */
export interface UntypedInput {
  readonly params?:
    | {
        /** The values for the names in braces. */
        readonly path?: Readonly<Record<string, unknown>> | undefined;
        /** Each value of a list is sent. A value that is null or undefined is not sent. */
        readonly query?: Readonly<Record<string, unknown>> | undefined;
        readonly header?: Readonly<Record<string, string>> | undefined;
      }
    | undefined;
  /** Bytes are sent as they are, an object that holds bytes as a form, and all else as JSON. */
  readonly body?: unknown;
}

/** The options of a call to any path. Every time is in milliseconds. */
export interface RequestOptions extends Omit<CallOptions, 'extraBody' | 'extraQuery'> {
  /** Whether it is safe to repeat. Default: true for GET, PUT and DELETE. */
  readonly idempotent?: boolean | undefined;
}

/** The arguments of a call to a path: typed by the contract, if it has the path. */
export type RequestArguments<M extends Method, P> = Arguments<P extends PathOf<M> ? InputOf<M, P> : UntypedInput>;

type Arguments<Input> = object extends Input
  ? [input?: Input, call?: RequestOptions]
  : [input: Input, call?: RequestOptions];

/** The result of a call to a path: the JSON of the response. */
export type RequestResult<M extends Method, P> = P extends PathOf<M> ? AnswerOf<M, P> : unknown;

/** Calls any path: `trawl.request()` on a connection. */
export function request<M extends Method, P extends string>(
  { invoke }: Connection,
  method: M,
  path: P | PathOf<M>,
  ...[input, call]: RequestArguments<M, P>
): ApiCall<RequestResult<M, P>> {
  const { idempotent = ['GET', 'PUT', 'DELETE'].includes(method), ...options } = { ...call };
  const makeInput = (): object => {
    // Platforms read `%2e` as a dot, a backslash as a slash, and a tab as nothing.
    const pathname = parseUrl(path, 'http://base')?.pathname ?? '';
    if (pathname !== path && decodeURI(pathname) !== path) {
      throw new ConfigurationError('path must be one such as /v2/crawl/{id}, with no query.');
    }
    const { params, body } = { ...input } as UntypedInput;
    return { ...params, headers: params?.header, body, writeBody, emptyIsSuccess: !['GET', 'POST'].includes(method) };
  };
  const operation: Operation = {
    name: `${method} ${path}`,
    method,
    path,
    sdkMethod: 'request',
    repeatSafe: idempotent,
  };
  // Only the compiler knows whether it is an operation of the contract.
  return invoke(operation as Operation<never>, makeInput as () => RequestInput<never>, options);
}
