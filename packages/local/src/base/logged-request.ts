/** One request, as the log tells it. */
export interface LoggedRequest {
  readonly number: number;
  readonly at: string;
  readonly method: string;
  readonly path: string;
  /** The URL that it was about. */
  readonly asked?: string;
  /** It is undefined if no response was sent. */
  readonly status?: number;
  readonly durationMs: number;
  /** Bytes of the response. */
  readonly bytes?: number;
  /** What came back, such as `3 formats`. */
  readonly result?: string;
  /** What failed although the status is 200, in a sentence. */
  readonly failed?: string;
  /** Why it was refused, in a sentence. */
  readonly refused?: string;
  /** The fault that was applied to it. */
  readonly fault?: string;
}
