import { createVirtualClock, type MovableClock } from '@trawl/base/clock';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { KeyWatch } from './key-watch.js';

describe('what a key has opened', () => {
  let valid: Set<string>;
  let looks: (readonly string[])[];
  let isAway: boolean;
  let clock: MovableClock;
  let watch: KeyWatch;

  beforeEach(() => {
    valid = new Set(['a', 'b']);
    looks = [];
    isAway = false;
    clock = createVirtualClock();
    const validIds = async (ids: readonly string[]) => {
      looks.push(ids);
      if (isAway) throw new Error('The database is away.');
      return ids.filter((id) => valid.has(id));
    };
    watch = new KeyWatch({ validIds }, clock);
  });

  afterEach(() => watch.close());

  it('ends within a second after the key is revoked, and nothing else does', async () => {
    const ended: string[] = [];
    watch.watch('a', () => ended.push('a1'));
    watch.watch('a', () => ended.push('a2'));
    watch.watch('b', () => ended.push('b'));
    watch.watch(undefined, () => ended.push('none'));
    const closed = watch.watch('a', () => ended.push('closed'));
    closed();
    await clock.advance(1000);
    expect(ended).toEqual([]);
    valid.delete('a');
    await clock.advance(1000);
    expect(ended).toEqual(['a1', 'a2']);
    await clock.advance(1000);
    expect(ended).toEqual(['a1', 'a2']);
    expect(looks.at(-1)).toEqual(['b']);
  });

  it('goes on while the database is away, and ends when it is back', async () => {
    const end = vi.fn();
    watch.watch('a', end);
    isAway = true;
    valid.delete('a');
    await clock.advance(5000);
    expect(end).not.toHaveBeenCalled();
    isAway = false;
    await clock.advance(1000);
    expect(end).toHaveBeenCalledOnce();
  });

  it('costs no look where nothing is open', async () => {
    watch.watch('a', () => {})();
    await clock.advance(5000);
    expect(looks).toEqual([]);
    const end = vi.fn();
    valid.delete('a');
    watch.watch('a', end);
    await clock.advance(1000);
    expect(end).toHaveBeenCalledOnce();
  });
});
