/** Answers a request, whichever part of the server it is. */
export type FetchHandler = (request: Request) => Promise<Response>;

/** Something between the client and the API: it answers itself, or passes on what `next` says. */
export type Middleware = (request: Request, next: FetchHandler) => Response | Promise<Response>;

/** The first one is the outermost. */
export function compose(middlewares: readonly Middleware[], core: FetchHandler): FetchHandler {
  return middlewares.reduceRight<FetchHandler>(
    (next, middleware) => async (request) => middleware(request, next),
    core,
  );
}

/** The beginning of an answer whose connection then ends. */
export interface TruncatedResponse {
  readonly status: number;
  /** With the length of the whole body. */
  readonly headers: Headers;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/** Thrown to leave the client without an answer, or with the beginning of one. */
export class DroppedConnection extends Error {
  override readonly name = 'DroppedConnection';
  readonly response: TruncatedResponse | undefined;

  constructor(message: string, response?: TruncatedResponse) {
    super(message);
    this.response = response;
  }
}
