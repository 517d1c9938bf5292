/** Headers in any of their forms. `null` takes a header away, and what is undefined is not sent. */
export type RequestHeaders = RequestInit['headers'] | Readonly<Record<string, unknown>>;

/** What can be sent as often as it takes: no stream. */
export type SerializedBody = string | Bytes | FormData;

/** `Uint8Array<ArrayBuffer>`, as every version of TypeScript can read it: before 5.7 it took no argument. */
type OwnBytes = ReturnType<Uint8ArrayConstructor['of']>;

type Bytes = Blob | ArrayBuffer | OwnBytes;

/** What a request is made of. */
export interface RequestParts {
  /** Where the service is, without a slash at its end. */
  readonly baseUrl: string;
  /** The values for the path and the query. Each value of a list is sent. Null and undefined are not sent. */
  readonly params?:
    | {
        readonly path?: Readonly<Record<string, unknown>> | undefined;
        readonly query?: Readonly<Record<string, unknown>> | undefined;
      }
    | undefined;
  /** The later ones win, whatever the case of their names. */
  readonly headers?: readonly RequestHeaders[];
  /** Bytes are sent as they are, an object that holds bytes as a form, and all else as JSON. */
  readonly body?: unknown;
}

/** A body that is ready to be sent, and its type, which the platform has to tell for a form. */
export interface WrittenBody {
  readonly type?: string;
  readonly body: SerializedBody | null;
}

/** A request that is ready to be sent, by `fetch(url, request)` for instance. */
export interface PreparedRequest {
  readonly url: string;
  readonly method: string;
  readonly headers: Headers;
  readonly body: SerializedBody | null;
}

/**
 * Prepares a request to a path of the API, such as `/v2/crawl/{id}`, and does not send it.
 *
 * @throws TypeError when a path parameter is missing or would lead to another path, or when a header or the body cannot be
 * sent. No message repeats the value of a header.
 * @example
 * const request = prepareRequest('POST', '/v2/search', {
 *   baseUrl: 'http://127.0.0.1:3002',
 *   body: { query: 'typescript sdk' },
 * });
 * const response = await fetch(request.url, request);
 */
export function prepareRequest(method: string, path: string, input: RequestParts): PreparedRequest {
  return assembleRequest(method, path, input, writeBody(input.body));
}

/**
 * `prepareRequest` for a body that is written already, for instance by `writeJson`: a program that sends no files carries
 * no code for them.
 *
 * @throws TypeError when a path parameter is missing or would lead to another path, or when a header cannot be sent.
 */
export function assembleRequest(
  method: string,
  path: string,
  { baseUrl, params, headers = [] }: Omit<RequestParts, 'body'>,
  { type, body }: WrittenBody,
): PreparedRequest {
  const requestHeaders = mergeHeaders({ 'content-type': type }, ...headers);
  // Only the platform knows the boundary that the type of a form has to name.
  if (isForm(body)) requestHeaders.delete('content-type');
  return {
    method,
    url: baseUrl + writePath(path, params?.path) + writeQuery(params?.query),
    headers: requestHeaders,
    body,
  };
}

/** A `/` in a parameter is encoded; what is refused here would still lead to another path. */
function writePath(path: string, values: Readonly<Record<string, unknown>> = {}): string {
  return path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = String(values[name] ?? '');
    if (!/^\.{0,2}$/.test(value)) return encodeURIComponent(value);
    throw new TypeError(`the path parameter "${name}" must not be missing, empty, "." or ".."`);
  });
}

function writeQuery(query: Readonly<Record<string, unknown>> = {}): string {
  const pairs = Object.entries(query).flatMap(([name, value]) =>
    [value ?? []].flat().map((one) => [name, String(one)].map(encodeURIComponent).join('=')),
  );
  return pairs.length ? `?${pairs.join('&')}` : '';
}

/**
 * Headers out of many, of which the later ones win.
 *
 * @throws TypeError when one cannot be sent. The platform's own error repeats its value, which may be a secret.
 */
export function mergeHeaders(...sources: readonly RequestHeaders[]): Headers {
  const result = new Headers();
  try {
    for (const headers of sources) {
      const fields = Symbol.iterator in Object(headers) ? (headers as Headers) : Object.entries(headers ?? {});
      for (const [name, value] of fields) {
        if (value === null) result.delete(name);
        else if (value !== undefined) result.set(name, String(value));
      }
    }
  } catch {
    throw new TypeError('headers must have names and values that can be sent');
  }
  return result;
}

/**
 * Writes a body as JSON, with `Headers`, a `Map` and pairs of `headers` as objects, and a `Set` as a list.
 *
 * @throws TypeError when it holds something of which JSON would keep nothing.
 */
export function writeJson(value: unknown): WrittenBody {
  return value === undefined ? { body: null } : { type: 'application/json', body: JSON.stringify(value, forJson) };
}

/** A value as JSON can hold it. By their tags: an object of another frame or of a test's sandbox has another class. */
function forJson(this: Readonly<Record<string, unknown>>, key: string, value: unknown): unknown {
  // JSON would keep the internals of its library, or nothing of it. `value` may come from its `toJSON`.
  if ('~standard' in Object(this[key])) throw new TypeError(`${key} is a schema of a library: give JSON Schema`);
  if (Object(value) !== value) return value;
  if (Array.isArray(value)) return key === 'headers' && value.every(isPair) ? Object.fromEntries(value) : value;
  if (typeof value === 'function') return value;
  const tag = Object.prototype.toString.call(value).slice(8, -1);
  if (tag === 'Object') return value;
  if (tag === 'Set') return [...(value as Set<unknown>)];
  if (/^(Headers|Map|URLSearchParams)$/.test(tag)) return Object.fromEntries(value as Iterable<[string, unknown]>);
  if (Object.keys(value as object).length > 0) return value;
  throw new TypeError(`${key || 'the body'} is a ${tag}, which JSON cannot hold`);
}

/** Writes a body by what it is: bytes as they are, an object that holds bytes as a form, and all else as JSON. */
export function writeBody(value: unknown): WrittenBody {
  // Parameters of a query have the same members, and can be sorted.
  if (isForm(value) && !('sort' in value)) return { body: value };
  if (typeof value === 'string' || isBytes(value)) {
    return { type: (value as Partial<Blob>).type || 'application/octet-stream', body: value };
  }
  const fields = Object.entries(Object(value));
  if (!fields.some(([, field]) => isBytes(field))) return writeJson(value);
  const body = new FormData();
  for (const [name, field] of fields) {
    if (isBytes(field)) body.append(name, isBlob(field) ? field : new Blob([field]));
    else if (field !== undefined) body.append(name, JSON.stringify(field));
  }
  return { body };
}

/** Whether it is a header in a list of them. */
const isPair = (item: unknown): boolean => Array.isArray(item) && item.length === 2 && typeof item[0] === 'string';

// By their members: one of another frame, of a library or of a test's sandbox has another class, and may have no tag.

const isBytes = (value: unknown): value is Bytes => isBlob(value) || 'byteLength' in Object(value);

const isBlob = (value: unknown): value is Blob => 'arrayBuffer' in Object(value) && 'size' in Object(value);

const isForm = (value: unknown): value is FormData => 'getAll' in Object(value);
