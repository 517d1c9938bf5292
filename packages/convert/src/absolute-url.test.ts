import fc from 'fast-check';
import { expect, it } from 'vitest';
import { fixedRuns } from '../../../test/properties.js';
import { absoluteUrl } from './absolute-url.js';

function urlOf(reference: string, base?: string): string | undefined {
  try {
    return new URL(reference, base).href;
  } catch {
    return undefined;
  }
}

const BASES = [
  'https://a.example/b/c?d#e',
  'http://b.example',
  'https://u:p@c.example:8080/x/',
  'file:///a/b',
  'mailto:a@b',
];

/** Parts of addresses, plain ones and those that `URL` writes otherwise. */
const PARTS =
  '/|//|.|..|/./|/../|%2e|%2E%2e|a|B|é|%20| |"|\'|<|`|{|}|^|\\|?|#|&|=|:|@|https://|HTTP://|http:|a.example|A.example|1.2.3|0x7f|xn--a|:80|:443|[::1]|\t|\n|~|!|$|(|)|*|+|,|;|-|_'.split(
    '|',
  );

it('is what `URL` makes of an address', () => {
  const reference = fc.array(fc.constantFrom(...PARTS), { maxLength: 7 }).map((parts) => parts.join(''));
  fc.assert(
    fc.property(reference, fc.constantFrom(...BASES), (address, base) => {
      expect(absoluteUrl(address, base)).toBe(urlOf(address, base));
      expect(absoluteUrl(address)).toBe(urlOf(address));
    }),
    fixedRuns(3_000),
  );
});
