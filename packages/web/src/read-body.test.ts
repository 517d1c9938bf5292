import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { createBodyPlaces, readBody } from './read-body.js';

const MEGABYTE = 1024 * 1024;
const MAX_BYTES = 32 * MEGABYTE;

/** Bodies of the same size that end once `end` is called, and how many megabytes of each were taken. */
function openBodies(count: number, megabytes: number) {
  let end = () => {};
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });
  const taken = Array.from({ length: count }, () => 0);
  const bodies = taken.map((_, index) =>
    Readable.from(
      (async function* () {
        for (let at = 0; at < megabytes; at++) {
          yield Buffer.alloc(MEGABYTE);
          taken[index] = at + 1;
        }
        await ended;
      })(),
      { objectMode: false, highWaterMark: 1 },
    ),
  );
  return { bodies, taken, end };
}

test.each([
  { megabytes: 7, count: 5, waiting: [2] },
  { megabytes: 12, count: 4, waiting: [9, 9] },
])(
  'of bodies of $megabytes MB, so many are read at once that they fit in memory',
  async ({ megabytes, count, waiting }) => {
    const { bodies, taken, end } = openBodies(count, megabytes);
    const places = createBodyPlaces();
    const { signal } = new AbortController();
    const reading = bodies.map((body) => readBody(body, new Headers(), { maxBytes: MAX_BYTES, places, signal }));
    const whole = Array.from({ length: count - waiting.length }, () => megabytes);
    await expect.poll(() => taken.slice(0, whole.length)).toEqual(whole);
    // A body is as far as where it waits, or as what was taken from it before.
    taken.slice(whole.length).forEach((size, index) => {
      expect(size).toBeLessThanOrEqual(waiting[index] ?? 0);
    });
    end();
    expect((await Promise.all(reading)).map(({ length }) => length)).toEqual(
      Array.from({ length: count }, () => megabytes * MEGABYTE),
    );
  },
);
