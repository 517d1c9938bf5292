/** Converts pages in workers with bounds on time and memory, and runs other work in the same way. */
export {
  type Converter,
  type ConverterOptions,
  createConverter,
  type WorkerConvertOptions,
  type WorkerResult,
} from './convert/converter.js';
export { FairQueue, type WorkOwner } from './workers/fair-queue.js';
export { jsonSize } from './workers/json-size.js';
export { serve } from './workers/serve.js';
export { type SlotLimits, Slots } from './workers/slots.js';
export { WorkFailure, type WorkFailureReason } from './workers/work-failure.js';
export type { WorkOptions } from './workers/work-queue.js';
export { type WorkerEntry, workerEntry } from './workers/worker-entry.js';
export { createWorkerPool, type WorkerCounts, type WorkerPool, type WorkerPoolOptions } from './workers/worker-pool.js';
