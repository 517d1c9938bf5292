/** The result of a call with its response. */
export interface Reply<T> {
  readonly data: T;
  /** The response, for its status and headers. Its body has been read. Of a listing or a job the last one. */
  readonly response: Response;
  /** `x-request-id` of the response. Support will ask for it. */
  readonly requestId: string | undefined;
  /** How often the request was sent. */
  readonly attempts: number;
}

/** Called with every response of a listing or a job. */
export type OnReply = (reply: Reply<unknown>) => void;
