import { type Clock, systemClock } from '@trawl/base/clock';
import type { ApiKeys } from './api-keys.js';

/** The time between two looks. With the look itself, what a key has opened ends within a second. */
const LOOK_MS = 400;

/** What a caller reads whose key was revoked. */
export const KEY_REVOKED = 'The key was revoked.';

/** Ends what a key has opened soon after it is revoked, wherever that was: at this node, at another, or in the database. */
export class KeyWatch {
  readonly #keys: Pick<ApiKeys, 'validIds'>;
  readonly #clock: Pick<Clock, 'sleep'>;
  readonly #ends = new Map<string, Set<() => void>>();
  readonly #closing = new AbortController();
  #isLooking = false;

  constructor(keys: Pick<ApiKeys, 'validIds'>, clock: Pick<Clock, 'sleep'> = systemClock) {
    this.#keys = keys;
    this.#clock = clock;
  }

  /**
   * Calls `end` once if the key is not valid any more.
   *
   * @param keyId - The key that has opened something; undefined for a caller without a key that can be revoked.
   * @returns A function that stops watching.
   */
  watch(keyId: string | undefined, end: () => void): () => void {
    if (keyId === undefined) return () => {};
    const ends = this.#ends.get(keyId) ?? new Set();
    this.#ends.set(keyId, ends.add(end));
    if (!this.#isLooking) {
      this.#isLooking = true;
      // It ends with the wait that `close` ends.
      this.#look().catch(() => {});
    }
    return () => {
      ends.delete(end);
      if (ends.size === 0 && this.#ends.get(keyId) === ends) this.#ends.delete(keyId);
    };
  }

  /** Whether the key is valid now. While the database is away, it is. */
  async isValid(keyId: string | undefined): Promise<boolean> {
    return keyId === undefined || (await this.#validIds([keyId])).includes(keyId);
  }

  close(): void {
    this.#closing.abort();
  }

  /** Looks at the keys again and again, as long as one of them has something open. */
  async #look(): Promise<void> {
    while (this.#ends.size > 0) {
      await this.#clock.sleep(LOOK_MS, this.#closing.signal);
      const ids = [...this.#ends.keys()];
      const validIds = new Set(await this.#validIds(ids));
      for (const id of ids.filter((each) => !validIds.has(each))) {
        for (const end of this.#ends.get(id) ?? []) end();
        this.#ends.delete(id);
      }
    }
    this.#isLooking = false;
  }

  /** While the database is away, no key can be revoked either. */
  async #validIds(ids: readonly string[]): Promise<readonly string[]> {
    return ids.length === 0 ? [] : this.#keys.validIds(ids).catch(() => ids);
  }
}
