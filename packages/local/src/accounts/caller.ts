import type { ApiKey } from '../store/api-key-store.js';

/** Who makes a call. */
export interface Caller {
  readonly team: string;
  /** Undefined for a caller without a key, or with one that is an option of the server. */
  readonly key?: ApiKey | undefined;
}
