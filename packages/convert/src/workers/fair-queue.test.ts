import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { FairQueue } from './fair-queue.js';

function drained(queue: FairQueue<string>): string[] {
  const items: string[] = [];
  for (let item = queue.shift(); item !== undefined; item = queue.shift()) items.push(item);
  return items;
}

/** Items are named like their owners: `a/b2` is of the team `a` and its job `b`. */
function push(queue: FairQueue<string>, ...items: readonly string[]): void {
  for (const item of items) {
    const [team = '', job = ''] = item.split('/');
    queue.push({ team, job: job.replace(/\d+$/, '') }, item);
  }
}

/** A queue whose clock is turned by hand. */
function queueAt() {
  const clock = { now: 0 };
  return { clock, queue: new FairQueue<string>(() => clock.now) };
}

test('the jobs of a team take turns, and keep the order within', () => {
  const { queue } = queueAt();
  push(queue, 'a/x1', 'a/x2', 'a/x3', 'a/y1', 'a/z1', 'a/z2');
  expect(drained(queue)).toEqual(['a/x1', 'a/y1', 'a/z1', 'a/x2', 'a/z2', 'a/x3']);
});

test('of teams that have used as much, that one is next which asks for least', () => {
  const { queue } = queueAt();
  push(queue, 'a/x1', 'a/x2', 'a/x3', 'b/x1', 'c/x1', 'c/x2');
  expect(drained(queue).slice(0, 3)).toEqual(['b/x1', 'c/x1', 'c/x2']);
});

test('a team that has used more waits for one that has used less, whatever each asks for', () => {
  const { clock, queue } = queueAt();
  const end = queue.use('a');
  clock.now = 10_000;
  push(queue, 'a/x1', 'b/x1', 'b/x2');
  // What is still in hand counts as well.
  expect(queue.shift()).toBe('b/x1');
  end();
  expect(queue.shift()).toBe('b/x2');
  expect(queue.shift()).toBe('a/x1');
});

test('a team that comes back is ahead of the others, but not by all that it has not used', () => {
  const { clock, queue } = queueAt();
  push(queue, 'a/x1', 'a/x2');
  const use = (ms: number, team: string) => {
    const end = queue.use(team);
    clock.now += ms;
    end();
  };
  use(100_000, 'a');
  queue.shift();
  push(queue, 'b/x1', 'b/x2', 'b/x3', 'b/x4');
  const order: (string | undefined)[] = [];
  for (let count = 0; count < 5; count++) {
    const item = queue.shift();
    order.push(item);
    use(1_500, item?.split('/')[0] ?? '');
  }
  expect(order).toEqual(['b/x1', 'b/x2', 'a/x2', 'b/x3', 'b/x4']);
});

test('what is taken out is gone, and counted so', () => {
  const { queue } = queueAt();
  push(queue, 'a/x1', 'a/x2', 'b/x1');
  expect([queue.remove('a/x1'), queue.remove('b/x1'), queue.remove('b/x1')]).toEqual([true, true, false]);
  expect(queue.size).toBe(1);
  expect(drained(queue)).toEqual(['a/x2']);
  expect(queue.size).toBe(0);
});

test('the team that waits for most gives way, but never to one that waits for as much', () => {
  const { queue } = queueAt();
  push(queue, 'a/x1', 'a/x2', 'a/x3', 'b/x1');
  expect(queue.displace('b', 1)).toBe('a/x3');
  expect(queue.displace('b', 1)).toBeUndefined();
  expect(queue.displace('a', 1)).toBeUndefined();
  expect(queue.displace('c', 1)).toBe('a/x2');
});

test('no team waits without end, however many small pieces others have', () => {
  const { queue } = queueAt();
  push(queue, ...Array.from({ length: 50 }, (_, index) => `large/x${index}`));
  let turns = 0;
  for (let count = 0; count < 5_000; count++) {
    push(queue, `small/x${count}`);
    if (queue.shift()?.startsWith('large')) turns += 1;
  }
  expect(turns).toBe(50);
});

describe('ten teams flood what has few places', () => {
  interface Flood {
    readonly places: number;
    /** Milliseconds of each piece, by team. */
    readonly pieces: readonly (readonly number[])[];
    readonly calmMs: number;
    /** The pieces of a small call of another team, one after the other. */
    readonly call: readonly number[];
    readonly callAt: number;
  }

  const floods: fc.Arbitrary<Flood> = fc.record({
    places: fc.integer({ min: 1, max: 4 }),
    pieces: fc.array(fc.array(fc.integer({ min: 1, max: 2_000 }), { minLength: 2, maxLength: 40 }), {
      minLength: 10,
      maxLength: 10,
    }),
    calmMs: fc.integer({ min: 0, max: 5_000 }),
    call: fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 6 }),
    callAt: fc.integer({ min: 0, max: 30_000 }),
  });

  /** When the call is over, and how long each of its pieces waited at most. */
  function simulate({ places, pieces, call, callAt }: Flood): readonly number[] {
    const clock = { now: 0 };
    interface Piece {
      readonly team: string;
      readonly ms: number;
      onEnd(): void;
    }
    const queue = new FairQueue<Piece>(() => clock.now);
    const events: { readonly at: number; run(): void }[] = [];
    const waits: number[] = [];
    let free = places;
    const assign = () => {
      while (free > 0) {
        const piece = queue.shift();
        if (!piece) return;
        free -= 1;
        const end = queue.use(piece.team);
        events.push({
          at: clock.now + piece.ms,
          run() {
            end();
            free += 1;
            piece.onEnd();
          },
        });
      }
    };
    for (const [team, all] of pieces.entries()) {
      const owner = { team: `flood ${team}`, job: 'x' };
      for (const ms of all) queue.push(owner, { team: owner.team, ms, onEnd() {} });
    }
    const next = ([ms, ...rest]: readonly number[]): void => {
      if (ms === undefined) return;
      const askedAt = clock.now;
      queue.push(
        { team: 'other', job: 'x' },
        {
          team: 'other',
          ms,
          onEnd() {
            waits.push(clock.now - ms - askedAt);
            next(rest);
          },
        },
      );
    };
    events.push({ at: callAt, run: () => next(call) });
    assign();
    while (events.length > 0) {
      events.sort((one, other) => one.at - other.at);
      const event = events.shift();
      if (!event) break;
      clock.now = event.at;
      event.run();
      assign();
    }
    return waits;
  }

  test('a piece of another team waits for one that has begun, and for no other', () => {
    fc.assert(
      fc.property(floods, (flood) => {
        const longest = Math.max(...flood.pieces.flat());
        const waits = simulate(flood);
        expect(waits).toHaveLength(flood.call.length);
        for (const wait of waits) expect(wait).toBeLessThanOrEqual(longest);
      }),
    );
  });
});
