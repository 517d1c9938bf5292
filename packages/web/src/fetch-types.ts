import type { ProxyWish } from './outgoing-proxies.js';

export interface FetchRequest {
  readonly url: string;
  /** The team that asks. Only this team gets the recording; without a team nothing is recorded. */
  readonly team?: string | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** Milliseconds for everything, redirects and body included. */
  readonly timeoutMs: number;
  /** Bytes after decompression. */
  readonly maxBytes?: number | undefined;
  readonly skipTlsVerification?: boolean | undefined;
  /** Allows private networks whatever the policy is: for URLs that the operator of this server has named. */
  readonly privateNetworks?: boolean | undefined;
  /** What the request wants of the proxy that it leaves through, if there are any. */
  readonly proxy?: ProxyWish | undefined;
  /** The body of a POST request. A POST follows no redirect, because the body is meant for the first server only. */
  readonly post?: string | undefined;
  /** Whether a page of HTML that sends its readers on at once is followed like a redirect. */
  readonly followsRefresh?: boolean | undefined;
  /** Called with each chunk of the body of a success, instead of `FetchResult.body`; reading stops when it returns `false`. */
  readonly onBody?: ((chunk: Uint8Array) => boolean | Promise<boolean>) | undefined;
  /** Called before each URL is visited, also after a redirect; it stops the fetch by throwing or rejecting. */
  readonly checkUrl?: ((url: string) => void | Promise<void>) | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** A response of any status. */
export interface FetchResult {
  /** The URL after redirects. */
  readonly url: string;
  readonly status: number;
  readonly headers: Headers;
  readonly body: Uint8Array;
}

/** Fetches a page within the address policy of this server; throws a `FetchFailure`. */
export type Fetch = (request: FetchRequest) => Promise<FetchResult>;

export type FetchFailureReason =
  | 'dns'
  | 'refused'
  | 'reset'
  | 'timeout'
  | 'aborted'
  | 'too-large'
  | 'tls'
  | 'redirects'
  | 'forbidden'
  | 'offline'
  | 'proxy'
  | 'protocol';

/** A fetch without a response; `reason` says why. */
export class FetchFailure extends Error {
  override readonly name = 'FetchFailure';
  readonly reason: FetchFailureReason;

  constructor(reason: FetchFailureReason, message: string, options?: ErrorOptions) {
    super(message, options);
    this.reason = reason;
  }
}
