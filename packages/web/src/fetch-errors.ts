import { FetchFailure, type FetchFailureReason } from './fetch-types.js';

/** Error codes of the network, TLS and HTTP layers, with their reason. The first pattern that matches counts. */
const BY_CODE: readonly (readonly [RegExp, FetchFailureReason, string])[] = [
  [/^(ENOTFOUND|EAI_|ENODATA)/, 'dns', 'The host name does not resolve'],
  [/^(ECONNREFUSED|EHOSTUNREACH|ENETUNREACH|EADDRNOTAVAIL|EACCES)/, 'refused', 'The server cannot be reached'],
  [/^(ETIMEDOUT|UND_ERR_CONNECT_TIMEOUT)/, 'timeout', 'The server did not take the connection in time'],
  [/^(ECONNRESET|EPIPE|UND_ERR_SOCKET|ERR_STREAM_PREMATURE_CLOSE)/, 'reset', 'The connection was cut'],
  [/^(CERT_|ERR_TLS_|ERR_SSL_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_|EPROTO)/, 'tls', 'No secure connection came about'],
];

/** Turns any error of a fetch into a `FetchFailure`, the only kind that callers handle. */
export function asFetchFailure(error: unknown, url: string): FetchFailure {
  const [failure = error] = error instanceof AggregateError ? error.errors : [];
  if (failure instanceof FetchFailure) return failure;
  const { code = '', message = String(failure) } = failure as { code?: string; message?: string };
  const row = BY_CODE.find(([pattern]) => pattern.test(code));
  const [, reason, sentence] = row ?? [null, 'protocol' as const, 'The server did not answer in proper HTTP'];
  return new FetchFailure(reason, `${sentence}: ${message || code} (${url})`, { cause: error });
}
