import type { OperationName } from '../contract/operation.js';
import type { Job } from '../store/job-store.js';
import type { JobEngine } from './engine.js';
import { observe } from './observe.js';

export interface WatchRequest {
  readonly team: string;
  readonly id: string;
  /** The operation that returns the state of the job. */
  readonly operation: OperationName;
  /** The URL of the job. */
  readonly url: string;
  /** Ends the messages, which then throw its reason. */
  readonly signal: AbortSignal;
}

/** The job goes on, but its messages end. */
export class WatchEnded extends Error {
  override readonly name = 'WatchEnded';
}

/** The last message about a job. */
export const DONE = '{"type":"done"}';

/** Returns the messages about a job without documents, as JSON text: its state at first, and each other one after that. */
export async function* watchState(
  engine: Pick<JobEngine, 'find' | 'onChange'>,
  job: Job,
  signal: AbortSignal,
  answerOf: (job: Job) => object,
): AsyncGenerator<string> {
  const changes = observe(engine, job.id, signal);
  let sent: string | undefined;
  try {
    for (let current: Job | undefined = job; current; current = await engine.find(job.id)) {
      const message = JSON.stringify({ type: 'catchup', data: answerOf(current) });
      // The engine also tells what may be a change, because another process may have stored it.
      if (message !== sent) yield message;
      sent = message;
      if (current.status !== 'running') break;
      await changes.next();
      signal.throwIfAborted();
    }
    yield DONE;
  } finally {
    changes.stop();
  }
}
