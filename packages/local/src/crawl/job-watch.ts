import type { JobEngine } from '../jobs/engine.js';
import { observe } from '../jobs/observe.js';
import { DONE, type WatchRequest } from '../jobs/watch.js';
import { jobAnswer } from './job-answer.js';
import type { JobState, Jobs } from './jobs.js';

/**
 * The documents of one message about the state of a job. It holds less than the page of an answer, because the server keeps
 * it in memory while a client reads slowly.
 */
const PAGE = { skip: 0, limit: 100, maxBytes: 1024 * 1024 };

/** Documents that are read from the database at once. */
const NEXT = { limit: 10, maxBytes: 1024 * 1024 };

/**
 * Returns the messages to a client that watches a crawl or a batch, as JSON text: the state at first, then each new
 * document, and the state at the end.
 */
export async function* pageJobMessages(
  jobs: Jobs,
  engine: Pick<JobEngine, 'onChange'>,
  request: WatchRequest,
): AsyncGenerator<string> {
  const { team, id, url, signal } = request;
  const begin = await jobs.state(team, id);
  const snapshot = async (state: JobState) => {
    const documents = await jobs.documents(state.job, PAGE);
    const message = () => `{"type":"catchup","data":${jobAnswer(state, documents, PAGE, url)}}`;
    return { count: documents.length, isWhole: documents.length === state.job.completed, message };
  };
  const changes = observe(engine, begin.job.id, signal);
  try {
    const first = await snapshot(begin);
    const isRunning = begin.job.status === 'running';
    if (isRunning) yield first.message();
    let sent = isRunning || first.isWhole ? first.count : 0;
    for (;;) {
      let { job } = await jobs.state(team, id);
      while (sent < job.completed) {
        const documents = await jobs.documents(job, { skip: sent, ...NEXT });
        for (const document of documents) yield `{"type":"document","data":${document}}`;
        sent += documents.length;
        signal.throwIfAborted();
        if (documents.length === 0) break;
        ({ job } = await jobs.state(team, id));
      }
      if (job.status !== 'running') break;
      await changes.next();
      signal.throwIfAborted();
    }
    const last = await snapshot(await jobs.state(team, id));
    // A client takes the state of an ended job for all of it. Without that message, it asks for the pages of the job.
    if (!last.isWhole) return;
    yield last.message();
    yield DONE;
  } finally {
    changes.stop();
  }
}
