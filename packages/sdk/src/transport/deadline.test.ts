import { getEventListeners } from 'node:events';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { VirtualClock } from '../../test/virtual-clock.js';
import { withDeadline } from './deadline.js';

const never = (): Promise<never> => new Promise(() => {});

function deadline(clock: VirtualClock, signal?: AbortSignal) {
  return {
    clock,
    ms: 100,
    signal,
    timeoutError: () => new Error('expired'),
    abortError: (reason: unknown) => new Error(`aborted: ${reason}`),
  };
}

describe('withDeadline', () => {
  it('gives what the work gives', async () => {
    const clock = new VirtualClock({ passes: 0 });
    await expect(withDeadline(deadline(clock), async () => 'done')).resolves.toBe('done');
    await expect(withDeadline(deadline(clock), () => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
    expect(clock.pending).toBe(0);
  });

  it('ends work that ignores its signal when the time is up', async () => {
    const clock = new VirtualClock({ passes: 0 });
    const work = withDeadline(deadline(clock), never);
    clock.advance(99);
    expect(clock.pending).toBe(1);
    clock.advance(1);
    await expect(work).rejects.toThrow('expired');
  });

  it('ends work that ignores its signal when the caller aborts, at once', async () => {
    const clock = new VirtualClock({ passes: 0 });
    const caller = new AbortController();
    const work = withDeadline(deadline(clock, caller.signal), never);
    caller.abort('enough');
    await expect(work).rejects.toThrow('aborted: enough');
    expect(clock.pending).toBe(0);
  });

  it('does not even begin when the signal has been aborted already', async () => {
    let begun = false;
    const work = withDeadline(deadline(new VirtualClock(), AbortSignal.abort('early')), async () => {
      begun = true;
    });
    await expect(work).rejects.toThrow('aborted: early');
    expect(begun).toBe(false);
  });

  it('tells the work why it ended', async () => {
    const clock = new VirtualClock({ passes: 0 });
    let reason: unknown;
    const work = withDeadline(deadline(clock), (signal) => {
      signal.addEventListener('abort', () => {
        reason = signal.reason;
      });
      return never();
    });
    clock.advance(100);
    await expect(work).rejects.toBe(reason);
  });

  it('leaves no listener and no timer behind, however many calls shared the signal and however they ended', async () => {
    const endings = fc.constantFrom('done', 'broken', 'expired', 'aborted');
    await fc.assert(
      fc.asyncProperty(fc.array(endings, { maxLength: 30 }), async (calls) => {
        const clock = new VirtualClock({ passes: 0 });
        const caller = new AbortController();
        const settled = calls.map((ending) =>
          withDeadline(deadline(clock, caller.signal), async () => {
            if (ending === 'done') return;
            if (ending === 'broken') throw new Error('broken');
            await never();
          }).then(
            () => 'done',
            (error: Error) => error.message,
          ),
        );
        await Promise.resolve();
        if (calls.includes('expired')) clock.advance(100);
        else caller.abort('enough');
        const last = calls.includes('expired') ? 'expired' : 'aborted: enough';
        const expected = calls.map((ending) => (ending === 'done' || ending === 'broken' ? ending : last));
        await expect(Promise.all(settled)).resolves.toEqual(expected);
        expect(getEventListeners(caller.signal, 'abort')).toHaveLength(0);
        expect(clock.pending).toBe(0);
      }),
    );
  });
});
