import { BoundedMap } from '@trawl/base/bounded-map';

/** Characters of one body; a larger one would evict too many others. */
export const MAX_KEPT_BODY = 512 * 1024;

/** Bytes of all bodies; beyond it the oldest are evicted. */
export const MAX_KEPT_BODIES = 16 * 1024 * 1024;

/** The bodies of a request and its response, as they were sent. */
interface Bodies {
  /** The headers of a request that this server sends, as JSON text. */
  readonly headers?: string | undefined;
  readonly request?: string | undefined;
  readonly response?: string | undefined;
}

/** The bodies of the last requests within a bound of memory: those to this server, or those that it sends. */
export type KeptBodies = BoundedMap<number, Bodies>;

export function createKeptBodies(maxBytes: number = MAX_KEPT_BODIES): KeptBodies {
  return new BoundedMap(maxBytes, { weightOf: bytesOf });
}

/** The memory of a string is at most two bytes for each of its units. */
const memoryOf = (text = ''): number => 2 * text.length;

const bytesOf = ({ headers, request, response }: Bodies): number =>
  memoryOf(headers) + memoryOf(request) + memoryOf(response);
