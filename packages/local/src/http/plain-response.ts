/** The parts of a response whose body is a string. */
export interface PlainResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
}

/** The class with which this module was loaded: other libraries of the program may replace the global one later. */
const PlatformResponse = globalThis.Response;

const plains = new WeakMap<object, PlainResponse>();
const natives = new WeakMap<object, Response>();

/**
 * A response with a string as its body. The `Response` of Node.js creates a stream, which costs more than the rest of a
 * small response. So it is created on first access, and never by a server that writes the `plainOf` of the response.
 */
export function plainResponse(plain: PlainResponse): Response {
  const response: Response = Object.create(lazyPrototype);
  plains.set(response, plain);
  return response;
}

/** The parts of the response; undefined when it was created otherwise, or may have changed since it was accessed. */
export function plainOf(response: Response): PlainResponse | undefined {
  return natives.has(response) ? undefined : plains.get(response);
}

/** The body of a plain response, without reading it. */
export function sentText(response: Response): string | undefined {
  return plains.get(response)?.text;
}

/** Turns a plain response into a `Response` of Node.js; returns any other response unchanged. */
export function nativeResponse(response: Response): Response {
  const plain = plains.get(response);
  if (!plain) return response;
  let native = natives.get(response);
  if (!native) {
    native = new PlatformResponse(plain.text, { status: plain.status, headers: { ...plain.headers } });
    natives.set(response, native);
  }
  return native;
}

/** Forwards every member of `Response` to the native response. */
const lazyPrototype = Object.create(
  PlatformResponse.prototype,
  Object.fromEntries(
    Object.entries(Object.getOwnPropertyDescriptors(PlatformResponse.prototype)).flatMap(([name, { get, value }]) => {
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

/** Reads the status without a native response, because the journal needs it for every response. */
function statusOf(this: Response): number {
  // Only these objects have this prototype.
  return plains.get(this)?.status ?? 0;
}
