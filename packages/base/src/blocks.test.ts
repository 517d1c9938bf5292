import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Blocks } from './blocks.js';
import { concatBytes } from './concat-bytes.js';

test('the bytes of chunks of any sizes stay the same, in as many blocks as their sum needs', () => {
  const sizes = fc.array(fc.oneof(fc.nat(3), fc.nat(3_000), fc.constantFrom(1_023, 1_024, 65_536)), { maxLength: 400 });
  fc.assert(
    fc.property(sizes, (lengths) => {
      const chunks = lengths.map((length, index) => new Uint8Array(length).fill(index + 1));
      const blocks = new Blocks();
      const joined = [...chunks.flatMap((chunk) => blocks.add(chunk)), ...blocks.end()];
      const bytes = concatBytes(chunks);
      expect(Buffer.compare(concatBytes(joined), bytes)).toBe(0);
      expect(joined.length).toBeLessThanOrEqual(1 + (2 * bytes.length) / 1_024);
    }),
    { numRuns: 50 },
  );
});
