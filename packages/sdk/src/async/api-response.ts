/** The result of a call with its response. */
export interface ApiResponse<T> {
  readonly data: T;
  /** The response, for its status and headers. Its body has been read. For a listing or a job it is the last one. */
  readonly response: Response;
  /** `x-request-id` of the response. Support will ask for it. */
  readonly requestId: string | undefined;
  /** How often the request was sent. */
  readonly attempts: number;
}

/** Called with every response of a listing or a job. */
export type OnResponse = (response: ApiResponse<unknown>) => void;
