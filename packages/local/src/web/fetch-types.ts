/** What to get from the web. */
export interface FetchRequest {
  readonly url: string;
  /** For whom: only this team is given what is recorded of it. Without one nothing is. */
  readonly team?: string | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** Milliseconds for everything, redirects and body included. */
  readonly timeoutMs: number;
  /** Bytes after decompression. */
  readonly maxBytes?: number | undefined;
  readonly skipTlsVerification?: boolean | undefined;
  /** Whether private networks may be reached whatever the policy is: for what whoever runs this server has named. */
  readonly privateNetworks?: boolean | undefined;
  /** Sends this by POST, and follows no redirect, because another server would get what is meant for the first. */
  readonly post?: string | undefined;
  /** Takes the body of a success as it comes, instead of `Fetched.body`; nothing more is read once it says `false`. */
  readonly onBody?: ((chunk: Uint8Array) => boolean | Promise<boolean>) | undefined;
  /** Asked before each URL is visited, those of redirects included; keeps the fetch from it by throwing. */
  readonly admit?: ((url: string) => void) | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** What came back, whatever its status is. */
export interface Fetched {
  /** After redirects. */
  readonly url: string;
  readonly status: number;
  readonly headers: Headers;
  readonly body: Uint8Array;
}

/** Gets a page by the policy of this server; throws a `FetchFailure`. */
export type Fetch = (request: FetchRequest) => Promise<Fetched>;

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
  | 'protocol';

/** Why no page came. */
export class FetchFailure extends Error {
  override readonly name = 'FetchFailure';
  readonly reason: FetchFailureReason;

  constructor(reason: FetchFailureReason, message: string, options?: ErrorOptions) {
    super(message, options);
    this.reason = reason;
  }
}
