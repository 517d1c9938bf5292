import { threadId } from 'node:worker_threads';
import { serve } from '../../src/workers/serve.js';
import { waitAt } from './gate.js';
import { type Nested, nest } from './nested.js';

/** A job for the tests of the pool. Most of them fail or do not end. */
export type TestJob =
  | { do: 'name' | 'name process' }
  | { do: 'hold'; gate: number }
  | { do: 'ignore'; nested: Nested }
  | { do: 'nest'; levels: number }
  | {
      do:
        | 'throw'
        | 'exit'
        | 'crash'
        | 'wait'
        | 'spin'
        | 'backtrack'
        | 'hoard'
        | 'hoard in one list'
        | 'hoard buffers'
        | 'keep';
    };

const retained: unknown[] = [];

serve<TestJob, unknown>(async (job) => {
  switch (job.do) {
    case 'ignore':
    case 'name':
      return threadId;
    case 'name process':
      return process.pid;
    case 'hold':
      await waitAt(job.gate);
      return threadId;
    case 'nest':
      return nest(job.levels);
    case 'throw':
      throw new TypeError('The work went wrong.');
    case 'exit':
      return process.exit(3);
    case 'crash':
      setTimeout(() => {
        throw new Error('Nobody caught this.');
      });
      return new Promise(() => {});
    case 'wait':
      return new Promise(() => {});
    case 'spin':
      for (;;);
    case 'backtrack':
      return Number(/^(a+)+$/.test(`${'a'.repeat(60)}!`));
    case 'hoard':
      for (;;) retained.push(Array.from({ length: 1_000 }, (_, index) => ({ index })));
    case 'hoard in one list':
      for (;;) retained.push(retained.length);
    case 'hoard buffers':
      for (;;) retained.push(new Uint8Array(8 * 1024 * 1024).fill(1));
    case 'keep':
      retained.push(Array.from({ length: 500_000 }, (_, index) => ({ index })));
      return threadId;
  }
});
