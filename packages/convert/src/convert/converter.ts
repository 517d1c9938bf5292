import { availableParallelism } from 'node:os';
import type { DocumentKind } from '../documents/document-kind.js';
import { documentKind } from '../documents/file-kind.js';
import type { Format } from '../page/formats.js';
import type { ConversionRequest, ConversionResult } from '../page/page.js';
import type { WorkOwner } from '../workers/fair-queue.js';
import { WorkFailure } from '../workers/work-failure.js';
import type { WorkOptions } from '../workers/work-queue.js';
import { workerEntry } from '../workers/worker-entry.js';
import { createWorkerPool, type WorkerCounts, type WorkerPoolOptions } from '../workers/worker-pool.js';
import type { ConvertOptions } from './convert.js';
import { type ConvertInput, readInput } from './input.js';

/** The bounds of a converter. */
export interface ConverterOptions {
  /** How many pages are converted at once; by default one for each processor but one, and at most 4. */
  readonly size?: number | undefined;
  /**
   * Bytes of the formats of a page together, as JSON, without `pageLinks`, `searchEntry` and `evidence`. A larger result is
   * an error. Default: 12,000,000.
   */
  readonly maxResultBytes?: number | undefined;
}

/** How one page is converted in a worker. */
export interface WorkerConvertOptions<Formats extends readonly Format[] = readonly Format[]>
  extends ConvertOptions<Formats> {
  /** Milliseconds for the conversion itself, after which its worker is ended. Default: 15,000. */
  readonly deadlineMs?: number | undefined;
  /**
   * Whom the page is for: teams take turns for the workers, and so do the jobs of a team. Pages without an owner are those of
   * one job.
   */
  readonly owner?: WorkOwner | undefined;
  /** Whether to compress the input as well, while a worker has it. */
  readonly deflatesInput?: boolean | undefined;
}

/** The result of a worker. */
export type WorkerResult<Formats extends readonly Format[] = readonly Format[]> = ConversionResult<Formats> & {
  /** The bytes of the input as raw deflate, where the options ask for it. */
  readonly deflatedInput?: Uint8Array | undefined;
};

/** The message to a worker. */
export interface ConvertWork {
  readonly request: ConversionRequest;
  readonly deflatesInput: boolean;
  readonly maxResultBytes: number;
}

/** Converts pages in other threads and processes. */
export interface Converter {
  /** Rejects with a `WorkFailure`, whose `reason` tells errors of the page from bounds; or with the reason of the signal. */
  convert<const Formats extends readonly Format[] = readonly ['markdown']>(
    input: ConvertInput,
    options?: WorkerConvertOptions<Formats>,
  ): Promise<WorkerResult<Formats>>;
  /** The threads for pages, and the process for large pages and compressed files, at this moment. */
  counts(): { readonly pages: WorkerCounts; readonly files: WorkerCounts };
  /** Ends the workers. Conversions that are not finished reject. */
  close(): Promise<void>;
}

type PoolLimits = Omit<WorkerPoolOptions, 'entry' | 'maxWaiting' | 'maxWaitingWeight'>;

/** Longer than any honest page takes; after this time the worker is terminated. */
const DEADLINE_MS = 15_000;

/** Longer results hold up the program that gets them. */
const MAX_RESULT_BYTES = 12_000_000;

/** A page of this many bytes or more is large. Few pages are, and their conversion takes many times their size in memory. */
const LARGE_BYTES = 512 * 1024;

/** Small files of these kinds may decompress to a lot of data, in buffers, which a heap limit does not bound. */
const COMPRESSED_KINDS: ReadonlySet<DocumentKind | undefined> = new Set([
  'pdf',
  'docx',
  'odt',
  'pptx',
  'epub',
  'spreadsheet',
]);

/** A worker beyond its limits is terminated before it takes the memory of the machine. */
const ORDINARY: PoolLimits = {
  // The main thread, which fetches and stores, cannot keep more workers busy.
  size: Math.min(4, Math.max(1, availableParallelism() - 1)),
  // Room for the objects of several pages of usual size. Most are garbage when their page is converted, and a collection that
  // comes later has fewer to copy: half this room costs a crawl a tenth more CPU.
  resourceLimits: { maxOldGenerationSizeMb: 64, maxYoungGenerationSizeMb: 24 },
  recycleAtBytes: 64 * 1024 * 1024,
};
const HEAVY: PoolLimits = {
  isolation: 'process',
  size: 1,
  // No second worker starts beside a slow one, because memory is the limit.
  overtimeAfterMs: DEADLINE_MS,
  resourceLimits: { maxOldGenerationSizeMb: 192, maxYoungGenerationSizeMb: 8 },
  maxMemoryBytes: 320 * 1024 * 1024,
  recycleAtBytes: 192 * 1024 * 1024,
};

const NOBODY: WorkOwner = { team: '', job: '' };

/** Limit of the bytes of all pages that wait for a worker. */
const MAX_WAITING_BYTES = 32 * 1024 * 1024;

/**
 * Opens a converter, which runs conversions in worker threads, and large pages and compressed files in a process of its own. A
 * page that takes too long or too much memory costs one error, and nothing of it outlives its worker.
 *
 * @throws Error in Bun, whose workers have no bounds: call `convert` there.
 * @example
 * ```ts
 * import { createConverter } from '@trawl/convert/workers';
 *
 * const converter = createConverter();
 * const { markdown } = await converter.convert('<h1>Tea</h1>', { deadlineMs: 2_000 });
 * await converter.close();
 * ```
 */
export function createConverter({ size, maxResultBytes = MAX_RESULT_BYTES }: ConverterOptions = {}): Converter {
  const entry = workerEntry('convert-worker', import.meta.url);
  const open = (limits: PoolLimits) =>
    createWorkerPool<ConvertWork, WorkerResult>({ entry, maxWaitingWeight: MAX_WAITING_BYTES, ...limits });
  const ordinary = open({ ...ORDINARY, ...(size !== undefined && { size }) });
  const heavy = open(HEAVY);
  return {
    async convert<const Formats extends readonly Format[]>(
      input: ConvertInput,
      options: WorkerConvertOptions<Formats> = {},
    ) {
      const { url, filename, contentType, maxBytes, signal, ...rest } = options;
      const { deadlineMs = DEADLINE_MS, owner = NOBODY, deflatesInput = false, ...conversion } = rest;
      const file = await readInput(input, { url, filename, contentType, maxBytes, signal });
      const { length } = file.body;
      const isHeavy = length >= LARGE_BYTES || COMPRESSED_KINDS.has(documentKind(file));
      const work = { request: { ...file, options: conversion }, deflatesInput, maxResultBytes };
      const limits: WorkOptions = { owner, deadlineMs, signal, weight: length };
      const result = isHeavy
        ? await heavy.run(work, limits)
        : await ordinary.run(work, limits).catch((error) => {
            if (isOutOfMemory(error)) return heavy.run(work, limits);
            throw error;
          });
      // The compiler does not know that the fields of a result are those of the formats.
      return result as WorkerResult<Formats>;
    },
    counts: () => ({ pages: ordinary.counts(), files: heavy.counts() }),
    async close() {
      await Promise.all([ordinary.close(), heavy.close()]);
    },
  };
}

/** Few small pages need more memory than a thread has: those of elements without text. The process has more. */
function isOutOfMemory(error: unknown): boolean {
  return error instanceof WorkFailure && error.reason === 'memory';
}
