import { workerEntry } from '../workers/worker-entry.js';
import { createWorkerPool, type WorkerPoolOptions } from '../workers/worker-pool.js';
import type { Converted, ConvertRequest } from './converted.js';

export interface ConvertOptions {
  /** Whose page it is: pages of one job do not make all others wait. */
  readonly lane: string;
  readonly deadlineMs?: number | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Whether the body is wanted packed, for the cache. */
  readonly pack?: boolean | undefined;
}

/** What a worker makes of a page. */
export interface ConvertedPage extends Converted {
  readonly packed?: Uint8Array | undefined;
}

/** What a worker is sent. */
export interface ConvertWork {
  readonly request: ConvertRequest;
  readonly pack: boolean;
}

/**
 * Converts a page in another thread; throws a `WorkFailure`. The body is handed over: it is empty afterwards, wherever
 * else it is held.
 */
export type Convert = (request: ConvertRequest, options: ConvertOptions) => Promise<ConvertedPage>;

export interface ConvertPool {
  readonly convert: Convert;
  close(): Promise<void>;
}

/** Longer than any honest page takes; a worker that spins for so long is ended. */
const DEADLINE_MS = 15_000;

/** Enough for pages of 30 MB; what asks for more is ended before it takes the machine's memory. */
const RESOURCE_LIMITS = { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 8 };

/** Bytes of pages that wait for a worker. */
const MOST_WAITING_BYTES = 128 * 1024 * 1024;

export function createConvertPool(options: Pick<WorkerPoolOptions, 'size' | 'resourceLimits'> = {}): ConvertPool {
  const pool = createWorkerPool<ConvertWork, ConvertedPage>({
    entry: workerEntry('convert-worker', import.meta.url),
    resourceLimits: RESOURCE_LIMITS,
    maxWaitingWeight: MOST_WAITING_BYTES,
    ...options,
  });
  return {
    convert(request, { lane, deadlineMs = DEADLINE_MS, signal, pack = false }) {
      const { buffer, byteLength } = request.body;
      // A view of a part of a buffer is copied: the rest of it may belong to somebody else.
      const whole = buffer instanceof ArrayBuffer && buffer.byteLength === byteLength;
      return pool.run(
        { request, pack },
        { lane, deadlineMs, signal, weight: byteLength, transfer: whole ? [buffer] : [] },
      );
    },
    close: () => pool.close(),
  };
}
