import { workerEntry } from '../../src/workers/worker-entry.js';
import { createWorkerPool } from '../../src/workers/worker-pool.js';
import type { OddJob } from '../workers/odd-jobs.js';

// Says the id of a process that works for it, and keeps that busy.
const entry = workerEntry('odd-jobs', new URL('../workers/odd-jobs.ts', import.meta.url).href);
const pool = createWorkerPool<OddJob, number>({ entry, isolation: 'process', size: 1 });
const work = { deadlineMs: 60_000, group: 'tests' };
process.send?.(await pool.run({ do: 'name process' }, work));
await pool.run({ do: 'spin' }, work);
