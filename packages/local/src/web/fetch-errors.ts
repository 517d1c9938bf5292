import { FetchFailure, type FetchFailureReason } from './fetch-types.js';

/** What the network, TLS and HTTP layers call their troubles, by the start of the code. The first one that fits counts. */
const BY_CODE: readonly (readonly [RegExp, FetchFailureReason, string])[] = [
  [/^(ENOTFOUND|EAI_|ENODATA)/, 'dns', 'The host name does not resolve'],
  [/^(ECONNREFUSED|EHOSTUNREACH|ENETUNREACH|EADDRNOTAVAIL|EACCES)/, 'refused', 'The server cannot be reached'],
  [/^(ETIMEDOUT|UND_ERR_CONNECT_TIMEOUT)/, 'timeout', 'The server did not take the connection in time'],
  [/^(ECONNRESET|EPIPE|UND_ERR_SOCKET|ERR_STREAM_PREMATURE_CLOSE)/, 'reset', 'The connection was cut'],
  [/^(CERT_|ERR_TLS_|ERR_SSL_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_|EPROTO)/, 'tls', 'No secure connection came about'],
];

/** Any error of a fetch as the one kind that callers know. */
export function asFetchFailure(error: unknown, url: string): FetchFailure {
  const [failure = error] = error instanceof AggregateError ? error.errors : [];
  if (failure instanceof FetchFailure) return failure;
  const { code = '', message = String(failure) } = failure as { code?: string; message?: string };
  const known = BY_CODE.find(([pattern]) => pattern.test(code));
  const [, reason, sentence] = known ?? [null, 'protocol' as const, 'The server did not answer in proper HTTP'];
  return new FetchFailure(reason, `${sentence}: ${message || code} (${url})`, { cause: error });
}
