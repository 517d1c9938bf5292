import { expect, test } from 'vitest';
import { createKeptBodies } from './kept-bodies.js';

test('the oldest bodies make room for the last ones', () => {
  const kept = createKeptBodies(20);
  kept.set(1, { request: 'aaaa' });
  kept.set(2, { response: 'bbbb' });
  expect([kept.get(1), kept.get(2)]).toEqual([{ request: 'aaaa' }, { response: 'bbbb' }]);
  kept.set(3, { request: 'cc', response: 'd' });
  expect([kept.get(1), kept.get(2)?.response, kept.get(3)?.request]).toEqual([undefined, 'bbbb', 'cc']);
  kept.delete(2);
  kept.set(4, { request: 'eeeeee' });
  expect([kept.get(3)?.response, kept.get(4)?.request]).toEqual(['d', 'eeeeee']);
  kept.clear();
  kept.set(5, { request: 'ffffffffff' });
  expect([kept.get(4), kept.get(5)?.request]).toEqual([undefined, 'ffffffffff']);
});
