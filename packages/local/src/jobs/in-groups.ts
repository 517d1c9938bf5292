import { nextTurn } from '../base/event-loop.js';

/** What has become of an item of a group. */
export type Outcome<Result> = { readonly result: Result } | { readonly error: unknown };

/** How long the first of a group waits for others. */
export interface Patience {
  /** With so many items the group waits no longer. */
  readonly enough: number;
  readonly milliseconds: number;
}

export interface GroupOptions<Item> {
  readonly mostItems: number;
  /** How long a group waits that begins with the item; by default, it does not wait. */
  readonly patienceFor?: ((first: Item) => Patience) | undefined;
}

/**
 * Does the same work for many callers, in groups: those who call in one turn of the event loop, while the work is being done
 * for others, or while a group has patience. If the work fails for a group, it is done for each of its items alone.
 */
export function inGroups<Item, Result>(
  { mostItems, patienceFor }: GroupOptions<Item>,
  work: (items: readonly Item[]) => Promise<readonly Outcome<Result>[]>,
): (item: Item) => Promise<Result> {
  interface Call {
    readonly item: Item;
    readonly settle: (outcome: Outcome<Result>) => void;
  }
  let waiting: Call[] = [];
  let isWorking = false;
  /** Ends the waiting of a group that has enough items. */
  let onItem = () => {};

  async function workForAll(): Promise<void> {
    if (isWorking) return;
    isWorking = true;
    while (waiting.length > 0) {
      await nextTurn();
      await waitForOthers();
      const group = waiting.slice(0, mostItems);
      waiting = waiting.slice(mostItems);
      await workFor(group);
    }
    isWorking = false;
  }

  async function waitForOthers(): Promise<void> {
    const [first] = waiting;
    if (!first || !patienceFor) return;
    const { enough, milliseconds } = patienceFor(first.item);
    if (waiting.length >= enough || milliseconds <= 0) return;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, milliseconds);
      onItem = () => {
        if (waiting.length < enough) return;
        clearTimeout(timer);
        resolve();
      };
    });
    onItem = () => {};
  }

  async function workFor(group: readonly Call[]): Promise<void> {
    try {
      const outcomes = await work(group.map(({ item }) => item));
      for (const [index, { settle }] of group.entries()) settle(outcomes[index] ?? { error: new Error('No outcome.') });
    } catch (error) {
      if (group.length === 1) group[0]?.settle({ error });
      else for (const call of group) await workFor([call]);
    }
  }

  return (item) =>
    new Promise((resolve, reject) => {
      const settle = (outcome: Outcome<Result>) =>
        'error' in outcome ? reject(outcome.error) : resolve(outcome.result);
      waiting.push({ item, settle });
      onItem();
      workForAll().catch(reject);
    });
}
