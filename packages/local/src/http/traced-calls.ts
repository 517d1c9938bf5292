import { serveTraced } from '../telemetry/tracing.js';
import { note, type Step } from './call.js';
import { statusOfCall } from './reply.js';

/** Serves each call of the API as a part of its caller's trace, and notes the id of the trace. */
export const tracedCalls: Step = async (call, next) => {
  const { method, raw } = call.req;
  const operation = call.get('operation')?.id;
  const attributes = { 'http.request.method': method, 'trawl.operation': operation };
  await serveTraced(raw, { name: operation ?? method, attributes }, async (traceId) => {
    note(call, { traceId });
    await next();
    return { status: statusOfCall(call) };
  });
};
