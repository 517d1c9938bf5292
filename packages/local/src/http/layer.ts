/** Answers a request, whichever part of the server it is. */
export type Serve = (request: Request) => Promise<Response>;

/** Something between the client and the API: it answers itself, or passes on what `next` says. */
export type Layer = (request: Request, next: Serve) => Response | Promise<Response>;

/** The first layer is the outermost. */
export function layered(layers: readonly Layer[], core: Serve): Serve {
  return layers.reduceRight<Serve>((next, layer) => async (request) => layer(request, next), core);
}

/** The beginning of an answer whose connection then ends. */
export interface BrokenAnswer {
  readonly status: number;
  /** With the length of the whole body. */
  readonly headers: Headers;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/** Thrown to leave the client without an answer, or with the beginning of one. */
export class DroppedConnection extends Error {
  override readonly name = 'DroppedConnection';
  readonly answer: BrokenAnswer | undefined;

  constructor(message: string, answer?: BrokenAnswer) {
    super(message);
    this.answer = answer;
  }
}
