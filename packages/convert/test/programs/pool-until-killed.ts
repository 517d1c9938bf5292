import { workerEntry } from '../../src/workers/worker-entry.js';
import { createWorkerPool } from '../../src/workers/worker-pool.js';
import type { TestJob } from '../workers/test-worker.js';

// Says the id of a process that works for it, and keeps that busy.
const entry = workerEntry('test-worker', new URL('../workers/test-worker.ts', import.meta.url).href);
const pool = createWorkerPool<TestJob, number>({ entry, isolation: 'process', size: 1 });
const work = { deadlineMs: 60_000, owner: { team: 'tests', job: 'tests' } };
process.send?.(await pool.run({ do: 'name process' }, work));
await pool.run({ do: 'spin' }, work);
