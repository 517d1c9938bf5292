import type { FormatOptions } from '@trawl/client';
import { expect, test } from 'vitest';
import { refuseImpossible } from './refused-options.js';

const ABILITIES = { canRender: true, missingForMedia: undefined };

test('a long list of formats is read a few times, and not once for each of its items', () => {
  let reads = 0;
  const markdown: FormatOptions = {
    get type() {
      reads++;
      return 'markdown' as const;
    },
  };
  const formats = Array.from({ length: 1_000 }, () => markdown);
  refuseImpossible({ formats }, 30_000, ABILITIES);
  expect(reads).toBeLessThan(10 * formats.length);
});

test('a format may be repeated, and still excludes others', () => {
  expect(() => refuseImpossible({ formats: ['rawBase64', 'rawBase64'] }, 30_000, ABILITIES)).not.toThrow();
  expect(() => refuseImpossible({ formats: ['html', 'rawBase64', 'html'] }, 30_000, ABILITIES)).toThrow(
    'The rawBase64 format cannot be combined with other formats',
  );
});
