/** The beginning of a response whose connection is then closed. */
export interface TruncatedResponse {
  readonly status: number;
  /** They include the `Content-Length` of the whole body. */
  readonly headers: Headers;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/** Thrown to close the connection without a response, or in the middle of one. */
export class DroppedConnection extends Error {
  override readonly name = 'DroppedConnection';
  readonly response: TruncatedResponse | undefined;

  constructor(message: string, response?: TruncatedResponse) {
    super(message);
    this.response = response;
  }
}
