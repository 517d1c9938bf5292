import { createHash } from 'node:crypto';
import { type Fetch, FetchFailure, type FetchRequest, type FetchResult } from './fetch-types.js';
import type { Recording, Recordings } from './recordings.js';

/**
 * `live` fetches and records nothing; `record` fetches and records every response; `replay` fetches and records only
 * what was not recorded before; `offline` fetches nothing.
 */
export const FETCH_MODES = ['live', 'record', 'replay', 'offline'] as const;
export type FetchMode = (typeof FETCH_MODES)[number];

/** A fetch that records responses. Failures are not recorded: a page that fails today may work tomorrow. */
export interface Recorder {
  readonly fetch: Fetch;
  mode: FetchMode;
  /**
   * Returns a recorder for a page that the browser loads for a team with these headers; undefined when the page is not
   * recorded.
   */
  forPage(team: string, headers: Readonly<Record<string, string>>): PageRecorder | undefined;
}

/** Something that a page in the browser loads. */
export interface PageLoad {
  readonly method: string;
  readonly url: string;
  readonly body?: Uint8Array | undefined;
}

/** Records what a page in the browser loads, for the next page of the same team with the same headers. */
export interface PageRecorder {
  /** Whether the page may use the network. Its loads are then recorded. */
  readonly mayLoad: boolean;
  /** Whether earlier loads are replayed. */
  readonly replays: boolean;
  find(load: PageLoad): Promise<Recording | undefined>;
  add(load: PageLoad, recording: Recording): Promise<void>;
  /** The failure of a load when nothing may be loaded. */
  failure(url: string): FetchFailure;
}

/**
 * Says what in the key of a recording stands for a team, which alone may read it: nothing for the only one of a server.
 * Nothing is recorded for a team for which it returns undefined.
 */
export type RecordingOwner = (team: string) => readonly string[] | undefined;

/** Headers that are about the transfer, or meant for one client only. */
const UNRECORDED_HEADERS = new Set([
  'connection',
  'content-encoding',
  'content-length',
  'set-cookie',
  'transfer-encoding',
]);

export function createRecorder(
  fetch: Fetch,
  recordings: Recordings,
  initialMode: FetchMode,
  ownerOf: RecordingOwner,
): Recorder {
  async function fetchAndRecord(request: FetchRequest, key: string): Promise<FetchResult> {
    const { onBody } = request;
    const chunks: Uint8Array[] = [];
    let isComplete = true;
    const withChunks = onBody && {
      async onBody(chunk: Uint8Array) {
        chunks.push(chunk);
        isComplete = await onBody(chunk);
        return isComplete;
      },
    };
    const result = await fetch({ ...request, ...withChunks });
    const body = onBody ? Buffer.concat(chunks) : result.body;
    const headers = recordedHeaders(result.headers);
    // A replay would take a part of a body for the whole.
    if (isComplete) await recordings.add(key, { url: result.url, status: result.status, headers, body });
    return result;
  }

  const recorder: Recorder = {
    mode: initialMode,
    async fetch(request) {
      const { mode } = recorder;
      if (mode === 'live') return fetch(request);
      const key = recordingKey(request, ownerOf);
      if (key === undefined) {
        if (mode === 'offline') throw offline(request, request.post === undefined ? NO_TEAM : 'nothing is sent');
        return fetch(request);
      }
      const recording = mode === 'record' ? undefined : await recordings.find(key);
      if (recording) return replay(recording, request);
      if (mode === 'offline') throw offline(request, NOT_RECORDED);
      return fetchAndRecord(request, key);
    },
    forPage(team, headers) {
      const { mode } = recorder;
      const owner = ownerOf(team);
      if (mode === 'live' || (mode !== 'offline' && !owner)) return undefined;
      const scope = JSON.stringify([sorted(headers), ...(owner ?? [])]);
      return {
        mayLoad: mode !== 'offline',
        replays: mode !== 'record',
        find: async (load) => (owner ? recordings.find(loadKey(load, scope)) : undefined),
        add: (load, { headers, ...response }) =>
          recordings.add(loadKey(load, scope), { ...response, headers: recordedHeaders(headers) }),
        failure: (url) => offline({ url }, owner ? NOT_RECORDED : NO_TEAM),
      };
    },
  };
  return recorder;
}

/** Answers a request as it was answered when this was recorded. */
export async function replay({ url, status, headers, body }: Recording, request: FetchRequest): Promise<FetchResult> {
  request.signal?.throwIfAborted();
  await request.checkUrl?.(request.url);
  if (url !== request.url) await request.checkUrl?.(url);
  const answer = { url, status, headers: new Headers(headers.map(([name, value]) => [name, value])) };
  if (!request.onBody) return { ...answer, body };
  await request.onBody(body);
  return { ...answer, body: new Uint8Array() };
}

/**
 * Hashes the team and everything in the request that may change the response, including `onBody`, which gets no bodies of
 * errors. It is a hash because headers contain secrets. Returns undefined for requests that are not recorded.
 */
function recordingKey(
  { url, team, headers = {}, post, onBody }: FetchRequest,
  ownerOf: RecordingOwner,
): string | undefined {
  const owner = team === undefined ? undefined : ownerOf(team);
  if (post !== undefined || !owner) return undefined;
  const identity = [url.replace(/#.*/s, ''), sorted(headers), onBody !== undefined, ...owner];
  return hashOf(JSON.stringify(identity));
}

/** The same for what a browser loads. What it sends along by itself, such as cookies, changes with every visit. */
function loadKey({ method, url, body = new Uint8Array() }: PageLoad, scope: string): string {
  return hashOf('browser', method, url.replace(/#.*/s, ''), body, scope);
}

function sorted(headers: Readonly<Record<string, string>>): string[][] {
  return Object.entries(headers)
    .map(([name, value]) => [name.toLowerCase(), value])
    .sort();
}

function hashOf(...parts: readonly (string | Uint8Array)[]): string {
  const hash = createHash('sha256');
  for (const [index, part] of parts.entries()) {
    // Separates the parts, so that different parts never make the same text.
    if (index > 0) hash.update('\0');
    hash.update(part);
  }
  return hash.digest('hex').slice(0, 32);
}

function recordedHeaders(headers: Iterable<readonly [name: string, value: string]>): Recording['headers'] {
  return [...headers].filter(([name]) => !UNRECORDED_HEADERS.has(name.toLowerCase()));
}

const NOT_RECORDED = 'only what was recorded before can be read, and this was not';

const NO_TEAM = 'only what was recorded before can be read, and for callers without a key nothing is recorded';

function offline({ url }: Pick<FetchRequest, 'url'>, why: string): FetchFailure {
  return new FetchFailure('offline', `This server is offline: ${why} (${url}).`);
}
