import { nextTurn } from '../base/event-loop.js';

/** What has become of an item of a group. */
export type Outcome<Result> = { readonly result: Result } | { readonly error: unknown };

/**
 * Does the same work for many callers, in groups: those who call in one turn of the event loop, or while the work is being done
 * for others. So nobody waits for a group to fill. If the work fails for a group, it is done for each of its items alone.
 */
export function inGroups<Item, Result>(
  mostItems: number,
  work: (items: readonly Item[]) => Promise<readonly Outcome<Result>[]>,
): (item: Item) => Promise<Result> {
  interface Call {
    readonly item: Item;
    readonly settle: (outcome: Outcome<Result>) => void;
  }
  let waiting: Call[] = [];
  let isWorking = false;

  async function workForAll(): Promise<void> {
    if (isWorking) return;
    isWorking = true;
    while (waiting.length > 0) {
      await nextTurn();
      const group = waiting.slice(0, mostItems);
      waiting = waiting.slice(mostItems);
      await workFor(group);
    }
    isWorking = false;
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
      workForAll().catch(reject);
    });
}
