import { EventEmitter } from 'node:events';
import { expect, test } from 'vitest';
import type { Job } from '../store/job-store.js';
import { DONE, watchState } from './watch.js';

const jobOf = (job: Pick<Job, 'status' | 'completed'>) => ({ id: 'one', ...job }) as Job;

test('who watches a job hears of each of its states once', async () => {
  const changes = new EventEmitter();
  const states = [1, 1, 2, 2].map((completed) => jobOf({ status: 'running', completed }));
  states.push(jobOf({ status: 'completed', completed: 3 }));
  const engine = {
    async find() {
      changes.emit('one');
      return states.shift();
    },
    onChange(id: string, listener: () => void) {
      changes.on(id, listener);
      listener();
      return () => changes.off(id, listener);
    },
  };
  const first = jobOf({ status: 'running', completed: 0 });
  const messages = watchState(engine, first, new AbortController().signal, ({ completed }) => ({ completed }));
  const heard: unknown[] = [];
  for await (const message of messages) heard.push(JSON.parse(message).data?.completed ?? message);
  expect(heard).toEqual([0, 1, 2, 3, DONE]);
});
