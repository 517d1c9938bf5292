import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createKeyWatch, type KeyWatch } from './key-watch.js';

describe('what a key has opened', () => {
  const valid = new Set<string>();
  let looks: (readonly string[])[];
  let isAway: boolean;
  let watch: KeyWatch;

  beforeEach(() => {
    looks = [];
    isAway = false;
    valid.add('a').add('b');
    watch = createKeyWatch({
      async validIds(ids) {
        looks.push(ids);
        if (isAway) throw new Error('The database is away.');
        return ids.filter((id) => valid.has(id));
      },
    });
  });

  afterEach(() => watch.close());

  const nextLook = async (): Promise<void> => {
    const { length } = looks;
    await vi.waitFor(() => expect(looks.length).toBeGreaterThan(length), { interval: 10, timeout: 900 });
  };

  it('ends within a second after the key is revoked, and nothing else does', async () => {
    const ended: string[] = [];
    watch.watch('a', () => ended.push('a1'));
    watch.watch('a', () => ended.push('a2'));
    watch.watch('b', () => ended.push('b'));
    watch.watch(undefined, () => ended.push('none'));
    const closed = watch.watch('a', () => ended.push('closed'));
    closed();
    await nextLook();
    expect(ended).toEqual([]);
    valid.delete('a');
    await vi.waitFor(() => expect(ended).toEqual(['a1', 'a2']), { interval: 10, timeout: 900 });
    await nextLook();
    expect(ended).toEqual(['a1', 'a2']);
    expect(looks.at(-1)).toEqual(['b']);
  });

  it('goes on while the database is away, and ends when it is back', async () => {
    const end = vi.fn();
    watch.watch('a', end);
    isAway = true;
    valid.delete('a');
    await nextLook();
    await nextLook();
    expect(end).not.toHaveBeenCalled();
    isAway = false;
    await vi.waitFor(() => expect(end).toHaveBeenCalledOnce(), { interval: 10, timeout: 900 });
  });

  it('costs no look where nothing is open', async () => {
    watch.watch('a', () => {})();
    await nextLook().catch(() => {});
    const { length } = looks;
    await new Promise((resolve) => setTimeout(resolve, 500));
    expect(looks.length).toBe(length);
    const end = vi.fn();
    valid.delete('a');
    watch.watch('a', end);
    await vi.waitFor(() => expect(end).toHaveBeenCalledOnce(), { interval: 10, timeout: 900 });
  });
});
