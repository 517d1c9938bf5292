const KEY = 'trawl-key';

/** The interval between calls of the API about a team. It is long, because each call appears in the log of the server. */
const API_REFRESH_MS = 15_000;

/** A refusal of the server. */
export class Refused extends Error {
  override readonly name = 'Refused';
  readonly status: number;
  /** What is wrong with each field of the request, in a sentence each. */
  readonly details: readonly string[];

  constructor(status: number, message: string, details: readonly string[] = []) {
    super(message);
    this.status = status;
    this.details = details;
  }
}

function detailsOf(details: unknown): string[] {
  if (!Array.isArray(details)) return [];
  return details.flatMap(({ path, message }) => [[path?.join('.'), message].filter(Boolean).join(': ')]);
}

/** The key of the admin, or of a team where there is none: for this tab, and until it is closed. */
export const enteredKey = {
  get: (): string | null => sessionStorage.getItem(KEY),
  set: (key: string): void => sessionStorage.setItem(KEY, key),
  forget: (): void => sessionStorage.removeItem(KEY),
};

function headers(): Record<string, string> {
  const key = enteredKey.get();
  return key === null ? {} : { authorization: `Bearer ${key}` };
}

/** Asks for a path below `/_local`, or for one of the API. */
async function asked(path: string, init: RequestInit): Promise<Response> {
  const response = await fetch(isOfApi(path) ? path : `/_local/${path}`, { cache: 'no-store', ...init });
  if (response.ok || response.status === 304) return response;
  const { error = `The server answered ${response.status}.`, details } = await response.json().catch(() => ({}));
  throw new Refused(response.status, error, detailsOf(details));
}

const isOfApi = (path: string): boolean => path.startsWith('/');

/** Something that the server knows, asked for again and again, and read only when it has changed. */
export interface Source {
  readonly path: string;
  /** Asks for it; shows it when it has changed. */
  refresh(): Promise<void>;
}

export function source<Data>(path: string, show: (data: Data) => void): Source {
  let etag: string | undefined;
  let answeredAt = Number.NEGATIVE_INFINITY;
  return {
    path,
    async refresh() {
      if (isOfApi(path) && performance.now() - answeredAt < API_REFRESH_MS) return;
      const response = await asked(path, {
        headers: { ...headers(), ...(etag !== undefined && { 'if-none-match': etag }) },
      });
      answeredAt = performance.now();
      if (response.status === 304) return;
      const { data, requests = data } = await response.json();
      etag = response.headers.get('etag') ?? undefined;
      show(requests);
    },
  };
}

/** Reads a path below `/_local` once. */
export async function read<Data>(path: string): Promise<Data> {
  const { data } = await (await asked(path, { headers: headers() })).json();
  return data;
}

/** The answer of the service to a call of the API, as it is sent. */
export async function callApi<Body>(path: string, body: unknown, { key, signal }: CallOptions): Promise<Body> {
  const authorization = key === undefined ? {} : { authorization: `Bearer ${key}` };
  const init = {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...authorization },
    body: JSON.stringify(body),
    signal,
  };
  const response = await asked(path, init);
  return response.json();
}

export interface CallOptions {
  /** The key of a team. */
  readonly key: string | undefined;
  readonly signal: AbortSignal;
}

/** Sends a change, as JSON or as a file. */
export async function send(method: 'POST' | 'DELETE', path: string, body?: unknown): Promise<void> {
  const isFile = body instanceof Blob;
  const type = body === undefined || isFile ? {} : { 'content-type': 'application/json' };
  const requestBody = body === undefined ? {} : { body: isFile ? body : JSON.stringify(body) };
  await asked(path, { method, headers: { ...headers(), ...type }, ...requestBody });
}

export async function download(path: string): Promise<Blob> {
  return (await asked(path, { headers: headers() })).blob();
}
