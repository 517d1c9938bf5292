import { createHash, timingSafeEqual } from 'node:crypto';

/** The hash of a secret. It is stored instead of the secret, and compared. */
export function digestOf(secret: string): Buffer {
  return createHash('sha256').update(secret).digest();
}

/** Compares two digests in constant time. */
export function isSameSecret(a: Buffer, b: Buffer): boolean {
  return timingSafeEqual(a, b);
}
