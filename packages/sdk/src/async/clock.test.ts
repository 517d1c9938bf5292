import { getEventListeners } from 'node:events';
import { describe, expect, it, vi } from 'vitest';
import { VirtualClock } from '../../test/virtual-clock.js';
import { AbortedError } from '../errors/index.js';
import { sleep, systemClock } from './clock.js';

describe('sleep', () => {
  it('ends when the time is up and not before', async () => {
    const clock = new VirtualClock({ passes: 0 });
    const caller = new AbortController();
    let awake = false;
    const slept = sleep(clock, 50, caller.signal).then(() => {
      awake = true;
    });
    clock.advance(49);
    await Promise.resolve();
    expect(awake).toBe(false);
    clock.advance(1);
    await slept;
    expect(getEventListeners(caller.signal, 'abort')).toHaveLength(0);
  });

  it('ends at once when the signal aborts, leaving neither timer nor listener', async () => {
    const clock = new VirtualClock({ passes: 0 });
    const caller = new AbortController();
    const slept = sleep(clock, 50, caller.signal);
    caller.abort('enough');
    await expect(slept).rejects.toThrow(AbortedError);
    await expect(slept).rejects.toMatchObject({ cause: 'enough' });
    expect(clock.pending).toBe(0);
    expect(getEventListeners(caller.signal, 'abort')).toHaveLength(0);
  });

  it('does not begin under a signal that has been aborted', async () => {
    const clock = new VirtualClock({ passes: 0 });
    await expect(sleep(clock, 50, AbortSignal.abort())).rejects.toThrow(AbortedError);
    expect(clock.pending).toBe(0);
  });
});

describe('the clock of the system', () => {
  it('tells the time and runs things later', async () => {
    const before = Date.now();
    await sleep(systemClock, 5);
    expect(systemClock.now()).toBeGreaterThanOrEqual(before + 4);
    expect(systemClock.random()).toBeLessThan(1);
  });

  it.each([Infinity, 2 ** 31])('takes %d milliseconds for ever, where a plain timer would fire at once', async (ms) => {
    const run = vi.fn();
    const cancel = systemClock.after(ms, run);
    await sleep(systemClock, 5);
    expect(run).not.toHaveBeenCalled();
    cancel();
  });
});
