import { ConfigurationError } from './errors/configuration-error.js';
import { TrawlError } from './errors/trawl-error.js';

/** What is made of what the caller gave; whatever goes wrong in it is the caller's to correct, and nothing was sent. */
export function asGiven<T>(operation: string, purpose: 'sent' | 'estimated', make: () => T): T {
  try {
    return make();
  } catch (cause) {
    if (cause instanceof TrawlError) throw cause;
    const why = (cause as Error).message.replace(/\.$/, '');
    throw new ConfigurationError(`${operation} cannot be ${purpose} as it was given: ${why}.`, { operation, cause });
  }
}
