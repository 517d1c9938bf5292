import { TrawlError } from '../errors/trawl-error.js';

/** A delivery did not come from the service, or was changed on its way. Answer it with status 400 and do nothing else. */
export class WebhookVerificationError extends TrawlError {
  override get name(): string {
    return 'WebhookVerificationError';
  }
}
