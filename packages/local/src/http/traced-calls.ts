import { serveTraced } from '../telemetry/tracing.js';
import type { Journal } from './journal.js';
import type { Middleware } from './middleware.js';
import { operationOf } from './operation-of.js';

/** Serves each call of the API as a part of its caller's trace, and notes the id of the trace. */
export function tracedCalls(journal: Pick<Journal, 'note'>): Middleware {
  return (request, next) => {
    const { method } = request;
    const operation = operationOf(method, new URL(request.url).pathname);
    const attributes = { 'http.request.method': method, 'trawl.operation': operation };
    return serveTraced(request, { name: operation ?? method, attributes }, (traceId) => {
      journal.note(request, { traceId });
      return next(request);
    });
  };
}
