import { expect, it } from 'vitest';
import { inProcess } from './in-process.js';

it('a call in this process takes a signal of another class, as jsdom has it', async () => {
  const signal = Object.assign(new EventTarget(), { aborted: false, reason: new Error('No longer wanted.') });
  let heard: AbortSignal | undefined;
  const fetch = inProcess({
    fetch(request) {
      heard = request.signal;
      return new Promise(() => {});
    },
  });
  const call = fetch('http://service.test/', { signal: signal as unknown as AbortSignal });
  signal.dispatchEvent(new Event('abort'));
  await expect(call).rejects.toBe(signal.reason);
  expect(heard?.aborted).toBe(true);
  const late = Object.assign(new EventTarget(), { aborted: true, reason: signal.reason });
  await expect(fetch('http://service.test/', { signal: late as unknown as AbortSignal })).rejects.toBe(signal.reason);
});
