import { createHash } from 'node:crypto';

/** PostgreSQL takes entries of an index up to 2,704 bytes, and some consist of two keys. */
const MAX_BYTES = 1_000;

const HASH = 'sha256:';

/** A key that fits into an index of each database: the hash of one that is too long, such as that of a long URL. */
export function indexableKey(key: string): string {
  if (Buffer.byteLength(key) <= MAX_BYTES) return key;
  return `${HASH}${createHash('sha256').update(key).digest('base64url')}`;
}

/** Whether a stored key stands for a longer one. */
export function isHashOfKey(key: string): boolean {
  return key.startsWith(HASH);
}
