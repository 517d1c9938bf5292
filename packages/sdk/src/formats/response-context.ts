import type { Redact } from '../errors/redact.js';
import type { ErrorFields } from '../errors/trawl-error.js';
import type { Within } from '../transport/call.js';

/** What errors about a response have to know of it. */
export interface ResponseContext {
  readonly operation: string;
  readonly requestId?: string | undefined;
  readonly attempts?: number | undefined;
  /** Takes the secrets of the request out of what the server sent. */
  readonly redact: Redact;
  readonly within: Within;
}

/** The fields of an error about a response. `received` is its body. */
export function errorFieldsOf(received: unknown, { operation, requestId, attempts }: ResponseContext): ErrorFields {
  return { operation, requestId, attempts, received: [received] };
}
