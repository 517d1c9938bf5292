import type { Redact } from '../errors/redact.js';
import type { ErrorFields } from '../errors/trawl-error.js';
import type { Within } from '../transport/call.js';

/** What is known of the answer that is looked at, for the errors about it. */
export interface ResponseContext {
  readonly operation: string;
  readonly requestId?: string | undefined;
  readonly attempts?: number | undefined;
  /** Takes the secrets of the request out of what the server said. */
  readonly redact: Redact;
  readonly within: Within;
}

/** The facts of an error about `received`, which is what the answer brought. */
export function errorFieldsOf(received: unknown, { operation, requestId, attempts }: ResponseContext): ErrorFields {
  return { operation, requestId, attempts, received: [received] };
}
