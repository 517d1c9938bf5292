import { createHash, timingSafeEqual } from 'node:crypto';

/** What is kept of a secret, to tell whether another text is the same one. */
export function digestOf(secret: string): Buffer {
  return createHash('sha256').update(secret).digest();
}

/** Compares two digests; how long that takes tells nothing of either. */
export function isSameSecret(a: Buffer, b: Buffer): boolean {
  return timingSafeEqual(a, b);
}
