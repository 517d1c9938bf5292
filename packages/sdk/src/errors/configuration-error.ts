import { TrawlError } from './trawl-error.js';

/** An option cannot work as it was given. Nothing was sent. */
export class ConfigurationError extends TrawlError {
  override get name(): string {
    return 'ConfigurationError';
  }
}
