import { availableParallelism } from 'node:os';
import { type DocumentKind, documentKind } from '../documents/document-kind.js';
import type { Converted, ConvertRequest } from '../page/page.js';
import { workerEntry } from '../workers/worker-entry.js';
import { createWorkerPool, type WorkerPoolOptions } from '../workers/worker-pool.js';

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

/** Converts a page in another thread or process; throws a `WorkFailure`. */
export type Convert = (request: ConvertRequest, options: ConvertOptions) => Promise<ConvertedPage>;

export interface ConvertPool {
  readonly convert: Convert;
  close(): Promise<void>;
}

type PoolLimits = Omit<WorkerPoolOptions, 'entry' | 'maxWaiting' | 'maxWaitingWeight'>;

/** Longer than any honest page takes; a worker that spins for so long is ended. */
const DEADLINE_MS = 15_000;

/** Bytes from which on a page is large. Such pages are few, and take many times their size in memory while they are converted. */
const LARGE_BYTES = 512 * 1024;

/** Small files of these kinds may unpack to very much, in buffers, which no limit of a heap bounds. */
const PACKED: ReadonlySet<DocumentKind | undefined> = new Set(['pdf', 'docx', 'odt', 'spreadsheet']);

/** What asks for more memory than its worker may have is ended before it takes the machine's. */
const ORDINARY: PoolLimits = {
  // More are not kept busy by one thread that fetches and stores.
  size: Math.min(4, Math.max(1, availableParallelism() - 1)),
  resourceLimits: { maxOldGenerationSizeMb: 96, maxYoungGenerationSizeMb: 8 },
  recycleAtBytes: 64 * 1024 * 1024,
};
const HEAVY: PoolLimits = {
  isolation: 'process',
  size: 1,
  // One that takes its time gets no second one beside it: it is the memory that is scarce.
  overtimeAfterMs: DEADLINE_MS,
  resourceLimits: { maxOldGenerationSizeMb: 192, maxYoungGenerationSizeMb: 8 },
  maxMemoryBytes: 360 * 1024 * 1024,
  recycleAtBytes: 192 * 1024 * 1024,
};

/** Bytes of pages that wait for a worker. */
const MOST_WAITING_BYTES = 32 * 1024 * 1024;

export function createConvertPool(options: Pick<PoolLimits, 'size'> = {}): ConvertPool {
  const entry = workerEntry('convert-worker', import.meta.url);
  const open = (limits: PoolLimits) =>
    createWorkerPool<ConvertWork, ConvertedPage>({ entry, maxWaitingWeight: MOST_WAITING_BYTES, ...limits });
  const ordinary = open({ ...ORDINARY, ...options });
  const heavy = open(HEAVY);
  return {
    convert(request, { lane, deadlineMs = DEADLINE_MS, signal, pack = false }) {
      const { byteLength } = request.body;
      const isHeavy = byteLength >= LARGE_BYTES || PACKED.has(documentKind(request));
      const pool = isHeavy ? heavy : ordinary;
      return pool.run({ request, pack }, { lane, deadlineMs, signal, weight: byteLength });
    },
    async close() {
      await Promise.all([ordinary.close(), heavy.close()]);
    },
  };
}
