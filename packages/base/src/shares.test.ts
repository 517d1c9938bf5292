import fc from 'fast-check';
import { expect, test } from 'vitest';
import { beyondBounds, firstToGo, type Holder, isSameOwner, sumOf } from './shares.js';

const holder = fc
  .record({
    owner: fc
      .record({ group: fc.constantFrom('a', 'b', 'c'), member: fc.constantFrom(undefined, 'x', 'y') })
      .map((owner) => ({ ...owner, maxBytes: owner.member === 'y' ? 40 : undefined })),
    bytes: fc.nat(100),
    isStuck: fc.boolean(),
  })
  .map((value): Holder => value);

test('all together and each member stay within their bounds, and a group that holds no more than its part loses nothing', () => {
  fc.assert(
    fc.property(fc.array(holder, { maxLength: 12 }), fc.nat(600), (holders, maxBytes) => {
      const gone = beyondBounds(holders, maxBytes);
      const rest = holders.filter((each) => !gone.includes(each));
      expect(sumOf(rest)).toBeLessThanOrEqual(maxBytes);
      for (const { owner } of rest) {
        if (owner.maxBytes === undefined) continue;
        expect(sumOf(rest.filter((each) => isSameOwner(each.owner, owner)))).toBeLessThanOrEqual(owner.maxBytes);
      }
      const groups = new Set(holders.map(({ owner }) => owner.group));
      for (const { owner } of gone) {
        const own = holders.filter((each) => each.owner.group === owner.group);
        const isBeyondMember = own.some((each) => each.owner.maxBytes !== undefined);
        expect(isBeyondMember || sumOf(own) > maxBytes / groups.size).toBe(true);
      }
      // Nothing goes while there is room for it.
      if (sumOf(holders) <= maxBytes && !holders.some(({ owner }) => owner.maxBytes)) expect(gone).toEqual([]);
    }),
  );
});

test('what is stuck goes before what is larger, and only of the member that holds most', () => {
  const of = (group: string, member: string, bytes: number, isStuck = false) => ({
    owner: { group, member },
    bytes,
    isStuck,
  });
  const stuck = of('a', 'x', 2, true);
  const others = [of('a', 'x', 9), of('a', 'y', 10, true), of('b', 'x', 20, true)];
  expect(firstToGo([...others, stuck])).toBe(stuck);
  expect(firstToGo([])).toBeUndefined();
});
