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

/** Keeps the bodies of the last requests within a bound of memory: those to this server, or those that it sends. */
export interface KeptBodies {
  add(number: number, bodies: Bodies): void;
  get(number: number): Bodies | undefined;
  delete(number: number): void;
  clear(): void;
}

export function createKeptBodies(maxBytes: number = MAX_KEPT_BODIES): KeptBodies {
  // The keys are in the order of the requests.
  const bodiesByNumber = new Map<number, Bodies>();
  let bytes = 0;

  function remove(number: number): void {
    const bodies = bodiesByNumber.get(number);
    if (!bodies) return;
    bytes -= bytesOf(bodies);
    bodiesByNumber.delete(number);
  }

  return {
    add(number, bodies) {
      bodiesByNumber.set(number, bodies);
      bytes += bytesOf(bodies);
      for (const oldest of bodiesByNumber.keys()) {
        if (bytes <= maxBytes) break;
        remove(oldest);
      }
    },
    get: (number) => bodiesByNumber.get(number),
    delete: remove,
    clear() {
      bodiesByNumber.clear();
      bytes = 0;
    },
  };
}

/** The memory of a string is at most two bytes for each of its units. */
const memoryOf = (text = ''): number => 2 * text.length;

const bytesOf = ({ headers, request, response }: Bodies): number =>
  memoryOf(headers) + memoryOf(request) + memoryOf(response);
