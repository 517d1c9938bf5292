import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fairShares } from './fair-shares.js';

/** Takes one after the other of the team that has most at that moment. */
function oneByOne(sizes: ReadonlyMap<string, number>, excess: number): number[] {
  const left = new Map(sizes);
  for (let taken = 0; taken < excess; taken++) {
    const [most] = [...left].sort(([, one], [, other]) => other - one);
    if (!most || most[1] === 0) break;
    left.set(most[0], most[1] - 1);
  }
  return [...left.values()];
}

test('what goes first is always of the team that has most', () => {
  const sizes = fc
    .array(fc.nat(50), { maxLength: 6 })
    .map((all) => new Map(all.map((size, team) => [`${team}`, size])));
  fc.assert(
    fc.property(sizes, fc.nat(300), (bytes, excess) => {
      const shares = fairShares(bytes, excess);
      const left = [...bytes].map(([team, size]) => size - (shares.get(team) ?? 0));
      // What is taken one by one differs by less than one.
      for (const [index, size] of oneByOne(bytes, excess).entries()) {
        expect(Math.abs(size - (left[index] ?? 0))).toBeLessThan(1);
      }
    }),
  );
});
