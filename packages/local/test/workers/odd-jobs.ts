import { threadId } from 'node:worker_threads';
import { serve } from '../../src/workers/serve.js';
import { waitAt } from './gate.js';

/** A piece of work for the tests of the pool, well-behaved or not. */
export type OddJob =
  | { do: 'name' }
  | { do: 'hold'; gate: Int32Array }
  | { do: 'measure'; bytes: Uint8Array }
  | { do: 'throw' | 'exit' | 'crash' | 'wait' | 'spin' | 'backtrack' | 'hoard' | 'keep' };

const kept: unknown[] = [];

serve<OddJob, number>(async (job) => {
  switch (job.do) {
    case 'name':
      return threadId;
    case 'hold':
      waitAt(job.gate);
      return threadId;
    case 'measure':
      return job.bytes.length;
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
      for (;;) kept.push(Array.from({ length: 1_000 }, (_, index) => ({ index })));
    case 'keep':
      kept.push(Array.from({ length: 500_000 }, (_, index) => ({ index })));
      return threadId;
  }
});
