import { availableParallelism } from 'node:os';
import { type DocumentKind, documentKind } from '../documents/document-kind.js';
import type { ConversionResult, ConvertRequest } from '../page/page.js';
import { workerEntry } from '../workers/worker-entry.js';
import { createWorkerPool, type WorkerPoolOptions } from '../workers/worker-pool.js';

export interface ConvertOptions {
  /** The group of the page in the queue, such as its job: groups take turns. */
  readonly group: string;
  readonly deadlineMs?: number | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Whether to return the compressed body as well, for the cache. */
  readonly pack?: boolean | undefined;
}

/** The result of a worker. */
export interface ConvertedPage extends ConversionResult {
  readonly packed?: Uint8Array | undefined;
}

/** The message to a worker. */
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

/** Longer than any honest page takes; after this time the worker is terminated. */
const DEADLINE_MS = 15_000;

/** A page of this many bytes or more is large. Few pages are, and their conversion takes many times their size in memory. */
const LARGE_BYTES = 512 * 1024;

/** Small files of these kinds may decompress to a lot of data, in buffers, which a heap limit does not bound. */
const COMPRESSED_KINDS: ReadonlySet<DocumentKind | undefined> = new Set(['pdf', 'docx', 'odt', 'spreadsheet']);

/** A worker beyond its limits is terminated before it takes the memory of the machine. */
const ORDINARY: PoolLimits = {
  // The main thread, which fetches and stores, cannot keep more workers busy.
  size: Math.min(4, Math.max(1, availableParallelism() - 1)),
  // Room for the objects of a page of usual size, most of which are garbage when it is converted.
  resourceLimits: { maxOldGenerationSizeMb: 96, maxYoungGenerationSizeMb: 12 },
  recycleAtBytes: 64 * 1024 * 1024,
};
const HEAVY: PoolLimits = {
  isolation: 'process',
  size: 1,
  // No second worker starts beside a slow one, because memory is the limit.
  overtimeAfterMs: DEADLINE_MS,
  resourceLimits: { maxOldGenerationSizeMb: 192, maxYoungGenerationSizeMb: 8 },
  maxMemoryBytes: 360 * 1024 * 1024,
  recycleAtBytes: 192 * 1024 * 1024,
};

/** Limit of the bytes of all pages that wait for a worker. */
const MAX_WAITING_BYTES = 32 * 1024 * 1024;

export function createConvertPool(options: Pick<PoolLimits, 'size'> = {}): ConvertPool {
  const entry = workerEntry('convert-worker', import.meta.url);
  const open = (limits: PoolLimits) =>
    createWorkerPool<ConvertWork, ConvertedPage>({ entry, maxWaitingWeight: MAX_WAITING_BYTES, ...limits });
  const ordinary = open({ ...ORDINARY, ...options });
  const heavy = open(HEAVY);
  return {
    convert(request, { group, deadlineMs = DEADLINE_MS, signal, pack = false }) {
      const { byteLength } = request.body;
      const isHeavy = byteLength >= LARGE_BYTES || COMPRESSED_KINDS.has(documentKind(request));
      const pool = isHeavy ? heavy : ordinary;
      return pool.run({ request, pack }, { group, deadlineMs, signal, weight: byteLength });
    },
    async close() {
      await Promise.all([ordinary.close(), heavy.close()]);
    },
  };
}
