import type { WorkerMessage } from './serve.js';
import type { WorkFailure } from './work-failure.js';

/** A thread or process that works for a pool. */
export interface PoolWorker {
  /** Sends the parts of a request, as `writeMessage` returns them. */
  send(request: readonly Uint8Array[]): void;
  /** Whether it keeps the program running. */
  ref(): void;
  unref(): void;
  /** Resolves when it has ended, and its memory is free. */
  terminate(): Promise<void>;
}

/** The limits of a heap, in megabytes. */
export interface ResourceLimits {
  readonly maxOldGenerationSizeMb?: number;
  readonly maxYoungGenerationSizeMb?: number;
  readonly stackSizeMb?: number;
}

export interface WorkerLimits {
  /** The limits of heap and stack. Buffers are not part of the heap. */
  readonly resourceLimits?: ResourceLimits | undefined;
  /** Bytes that a process may take, including buffers and the program itself. It has no effect on threads. */
  readonly maxMemoryBytes?: number | undefined;
}

/** Receives the events of a worker. */
export interface WorkerListener {
  onMessage(message: WorkerMessage): void;
  /** The worker has ended or failed. May be called more than once. */
  onEnd(reason: WorkFailure): void;
}
