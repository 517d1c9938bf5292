import { getHeapStatistics } from 'node:v8';
import { parentPort } from 'node:worker_threads';

/** What a worker of a pool says. */
export type Reply<Result> =
  | { readonly ready: true }
  | { readonly result: Result; readonly heapBytes: number }
  | { readonly error: { readonly name: string; readonly message: string }; readonly heapBytes: number };

/** Makes this thread a worker of a pool: does one piece of work after another. */
export function serve<Request, Result>(work: (request: Request) => Promise<Result>): void {
  parentPort?.on('message', async (request: Request) => {
    const reply = await work(request).then(
      (result) => ({ result }),
      (error) => ({ error: { name: String(error?.name), message: String(error?.message ?? error) } }),
    );
    parentPort?.postMessage({ ...reply, heapBytes: getHeapStatistics().total_heap_size });
  });
  parentPort?.postMessage({ ready: true });
}
