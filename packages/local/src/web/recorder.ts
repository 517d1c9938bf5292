import { createHash } from 'node:crypto';
import { isAnonymous, OPEN_TEAM } from '../team/teams.js';
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
}

/** Headers about the transfer, or for one client only. */
const UNRECORDED_HEADERS = new Set([
  'connection',
  'content-encoding',
  'content-length',
  'set-cookie',
  'transfer-encoding',
]);

export function createRecorder(fetch: Fetch, recordings: Recordings, initialMode: FetchMode): Recorder {
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
    const fetched = await fetch({ ...request, ...withChunks });
    const body = onBody ? Buffer.concat(chunks) : fetched.body;
    const headers = [...fetched.headers].filter(([name]) => !UNRECORDED_HEADERS.has(name));
    // A replay would take a part of a body for the whole.
    if (isComplete) await recordings.add(key, { url: fetched.url, status: fetched.status, headers, body });
    return fetched;
  }

  const recorder: Recorder = {
    mode: initialMode,
    async fetch(request) {
      const { mode } = recorder;
      const key = recordingKey(request);
      if (mode === 'live' || key === undefined) {
        if (mode === 'offline') throw offline(request, request.post === undefined ? NO_TEAM : 'nothing is sent');
        return fetch(request);
      }
      const recording = mode === 'record' ? undefined : await recordings.find(key);
      if (recording) return replay(recording, request);
      if (mode === 'offline') throw offline(request, 'only what was recorded before can be read, and this was not');
      return fetchAndRecord(request, key);
    },
  };
  return recorder;
}

async function replay({ url, status, headers, body }: Recording, request: FetchRequest): Promise<FetchResult> {
  request.signal?.throwIfAborted();
  request.admit?.(request.url);
  if (url !== request.url) request.admit?.(url);
  const answer = { url, status, headers: new Headers(headers.map(([name, value]) => [name, value])) };
  if (!request.onBody) return { ...answer, body };
  await request.onBody(body);
  return { ...answer, body: new Uint8Array() };
}

/**
 * A hash of the team and of everything in the request that may change the response. `onBody` is part of it, because it
 * gets no bodies of errors. It is a hash because headers hold secrets. Undefined for requests that are not recorded.
 */
function recordingKey({ url, team, headers = {}, post, onBody }: FetchRequest): string | undefined {
  if (post !== undefined || team === undefined || isAnonymous(team)) return undefined;
  const headerPairs = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]);
  // A server without keys has one team, which is left out: its older recordings have a hash without a team.
  const owner = team === OPEN_TEAM ? [] : [team];
  const identity = JSON.stringify([url.replace(/#.*/s, ''), headerPairs.sort(), onBody !== undefined, ...owner]);
  return createHash('sha256').update(identity).digest('hex').slice(0, 32);
}

const NO_TEAM = 'only what was recorded before can be read, and for callers without a key nothing is recorded';

function offline({ url }: FetchRequest, why: string): FetchFailure {
  return new FetchFailure('offline', `This server is offline: ${why} (${url}).`);
}
