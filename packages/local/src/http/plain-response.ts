/** What a response consists of when its body is a text. */
export interface PlainResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
}

const plains = new WeakMap<object, PlainResponse>();
const natives = new WeakMap<object, Response>();

/**
 * A response with a text as its body. The `Response` of Node.js begins with a stream, which costs more than all the
 * rest of a small answer; so it is made when somebody looks at the response, and a server that writes `plainOf` it
 * never does.
 */
export function plainResponse(plain: PlainResponse): Response {
  const response: Response = Object.create(lazyPrototype);
  plains.set(response, plain);
  return response;
}

/** What the response consists of; undefined for one that was made otherwise, or may be another since it was looked at. */
export function plainOf(response: Response): PlainResponse | undefined {
  return natives.has(response) ? undefined : plains.get(response);
}

/** The `Response` of Node.js that it stands for, or that it is. */
export function nativeResponse(response: Response): Response {
  const plain = plains.get(response);
  if (!plain) return response;
  let native = natives.get(response);
  if (!native) {
    native = new Response(plain.text, { status: plain.status, headers: { ...plain.headers } });
    natives.set(response, native);
  }
  return native;
}

/** Has every member of a `Response`, each that of the native one. */
const lazyPrototype = Object.create(
  Response.prototype,
  Object.fromEntries(
    Object.entries(Object.getOwnPropertyDescriptors(Response.prototype)).flatMap(([name, { get, value }]) => {
      if (name === 'constructor') return [];
      if (name === 'status') return [[name, { get: statusOf }]];
      const member = get
        ? {
            get(this: Response) {
              return get.call(nativeResponse(this));
            },
          }
        : {
            value(this: Response, ...args: unknown[]) {
              return value.apply(nativeResponse(this), args);
            },
          };
      return [[name, member]];
    }),
  ),
);

/** Looked at for the journal, of every response. */
function statusOf(this: Response): number {
  // Nothing else has this prototype.
  return plains.get(this)?.status ?? 0;
}
