import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { createMovableClock, createVirtualClock, systemClock } from './clock.js';

describe('a virtual clock', () => {
  test('stands still until it is advanced', async () => {
    const clock = createVirtualClock(new Date('2026-01-01T00:00:00Z'));
    const woke: string[] = [];
    const later = clock.sleep(200).then(() => woke.push('later'));
    const sooner = clock.sleep(100).then(() => woke.push('sooner'));
    await clock.advance(99);
    expect(woke).toEqual([]);
    await clock.advance(1000);
    await Promise.all([sooner, later]);
    expect(woke).toEqual(['sooner', 'later']);
    expect(clock.now()).toBe(Date.UTC(2026, 0, 1) + 1099);
  });

  test('wakes those who sleep again on the way, each at its time', async () => {
    const clock = createVirtualClock(0);
    const times: number[] = [];
    const ticking = (async () => {
      for (let tick = 0; tick < 3; tick++) {
        await clock.sleep(10);
        times.push(clock.now());
      }
    })();
    await clock.advance(100);
    await ticking;
    expect(times).toEqual([10, 20, 30]);
  });
});

test('a sleep is no longer because the time of the machine is put back', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  onTestFinished(() => void vi.useRealTimers());
  const sleep = createMovableClock().sleep(20);
  vi.setSystemTime(Date.now() - 60 * 60_000);
  await sleep;
});

describe.each([
  ['the system clock', systemClock],
  ['a virtual clock', createVirtualClock(0)],
])('%s', (_, clock) => {
  test('ends a sleep of no length by itself', async () => {
    await expect(clock.sleep(0)).resolves.toBeUndefined();
  });

  test('rejects with the reason of the signal, before the sleep and within it', async () => {
    await expect(clock.sleep(60_000, AbortSignal.abort('gone'))).rejects.toBe('gone');
    const controller = new AbortController();
    const sleep = clock.sleep(60_000, controller.signal);
    controller.abort('enough');
    await expect(sleep).rejects.toBe('enough');
  });
});

test('shows whole milliseconds after it was moved, as the storage file requires', async () => {
  const clock = createMovableClock();
  for (const ms of [1, 1000, 86_400_000]) {
    await clock.advance(ms);
    expect(clock.now()).toSatisfy(Number.isInteger);
  }
});
