import { Refusal } from '../contract/refusal.js';
import { CLOSED } from '../jobs/engine.js';
import type { Step } from './call.js';
import { statusOf } from './refusal-answer.js';
import type { Service } from './service.js';

/**
 * Notes what the service holds while it answers the call. What fails because that was emptied meanwhile, or because the server
 * closes, is answered with a 503.
 */
export function ofContents(service: Pick<Service, 'contents'>): Step {
  return (call, next) => {
    call.set('contents', service.contents);
    return next();
  };
}

/** The error of a call, or that what it worked with is gone. */
export function orClosed(error: unknown, contents: AbortSignal | undefined): unknown {
  const isOfRequest = error instanceof Refusal && statusOf(error) < 500;
  return contents?.aborted && !isOfRequest ? CLOSED : error;
}
