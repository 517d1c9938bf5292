import { createHash } from 'node:crypto';
import { areStrangers, OPEN_TEAM } from '../team/teams.js';
import { type Fetch, type Fetched, FetchFailure, type FetchRequest } from './fetch-types.js';
import type { Recording, Recordings } from './recordings.js';

/**
 * What becomes of fetches: they are just made when `live`; `record` makes each and keeps what came, `replay` makes only
 * those that were not recorded before, and `offline` makes none.
 */
export const FETCH_MODES = ['live', 'record', 'replay', 'offline'] as const;
export type FetchMode = (typeof FETCH_MODES)[number];

/** A fetch that remembers. Failures are not kept: what could not be fetched today may be there tomorrow. */
export interface Recorder {
  readonly fetch: Fetch;
  mode: FetchMode;
}

/** Headers that speak of the transfer, or to one client only. */
const NOT_KEPT = new Set(['connection', 'content-encoding', 'content-length', 'set-cookie', 'transfer-encoding']);

export function createRecorder(fetch: Fetch, recordings: Recordings, initialMode: FetchMode): Recorder {
  async function make(request: FetchRequest, key: string): Promise<Fetched> {
    const { onBody } = request;
    const chunks: Uint8Array[] = [];
    let isWhole = true;
    const tapped = onBody && {
      async onBody(chunk: Uint8Array) {
        chunks.push(chunk);
        isWhole = await onBody(chunk);
        return isWhole;
      },
    };
    const fetched = await fetch({ ...request, ...tapped });
    const body = onBody ? Buffer.concat(chunks) : fetched.body;
    const headers = [...fetched.headers].filter(([name]) => !NOT_KEPT.has(name));
    // A part of a body would later be taken for all of it.
    if (isWhole) await recordings.add(key, { url: fetched.url, status: fetched.status, headers, body });
    return fetched;
  }

  const recorder: Recorder = {
    mode: initialMode,
    async fetch(request) {
      const { mode } = recorder;
      const key = keyOf(request);
      if (mode === 'live' || key === undefined) {
        if (mode === 'offline') throw offline(request, request.post === undefined ? FOR_NOBODY : 'nothing is sent');
        return fetch(request);
      }
      const recording = mode === 'record' ? undefined : await recordings.find(key);
      if (recording) return replay(recording, request);
      if (mode === 'offline') throw offline(request, 'only what was recorded before can be read, and this was not');
      return make(request, key);
    },
  };
  return recorder;
}

async function replay({ url, status, headers, body }: Recording, request: FetchRequest): Promise<Fetched> {
  request.signal?.throwIfAborted();
  request.admit?.(request.url);
  if (url !== request.url) request.admit?.(url);
  const answer = { url, status, headers: new Headers(headers.map(([name, value]) => [name, value])) };
  if (!request.onBody) return { ...answer, body };
  await request.onBody(body);
  return { ...answer, body: new Uint8Array() };
}

/**
 * Of a request: whose it is and what may change its answer. Whoever takes a body as it comes is not given those of
 * errors, so that is another answer. Hashed, because headers hold secrets. Undefined for what is not recorded.
 */
function keyOf({ url, team, headers = {}, post, onBody }: FetchRequest): string | undefined {
  if (post !== undefined || team === undefined || areStrangers(team)) return undefined;
  const given = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]);
  // Without it for the one team of a server without keys: what such a server recorded before teams had a part in it.
  const whose = team === OPEN_TEAM ? [] : [team];
  const identity = JSON.stringify([url.replace(/#.*/s, ''), given.sort(), onBody !== undefined, ...whose]);
  return createHash('sha256').update(identity).digest('hex').slice(0, 32);
}

const FOR_NOBODY = 'only what was recorded before can be read, and for callers without a key nothing is recorded';

function offline({ url }: FetchRequest, why: string): FetchFailure {
  return new FetchFailure('offline', `This server is offline: ${why} (${url}).`);
}
