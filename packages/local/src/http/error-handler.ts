import type { ErrorHandler } from 'hono';
import { Refusal } from '../contract/refusal.js';
import { RouteNotFound } from '../routes/route-not-found.js';
import type { Call, CallEnv, Reply } from './call.js';
import { orClosed } from './contents.js';
import { DroppedConnection } from './dropped-connection.js';
import { notFound } from './not-found.js';
import { refusalReply, send } from './reply.js';
import { checkReply, InvalidResponse } from './response-check.js';
import { type Report, unexpectedError } from './unexpected-error.js';

export interface ErrorHandlerOptions {
  readonly report: Report;
  /** Whether the service also validates its responses against the contract. */
  readonly check: boolean;
}

/** Answers what has failed, whatever step of a call it was. */
export function errorHandler({ report, check }: ErrorHandlerOptions): ErrorHandler<CallEnv> {
  return async (thrown, call) => {
    const error = orClosed(thrown, call.get('contents'));
    if (error instanceof DroppedConnection) throw error;
    if (error instanceof RouteNotFound) return send(call, notFound(call.req.raw));
    if (error instanceof Refusal)
      return send(call, check ? await checkedReply(call, error, report) : replyTo(call, error));
    // The client has disconnected: there is nothing to report or answer.
    if (call.req.raw.signal.aborted) throw error;
    // The contract has no 507.
    return send(call, unexpectedError(error, report, call.get('operation') ? 500 : 507));
  };
}

function replyTo(call: Call, error: Refusal): Reply {
  return refusalReply(error, call.get('operation')?.id);
}

/** The reply to an error, or to its own violation of the contract. */
async function checkedReply(call: Call, error: Refusal, report: Report): Promise<Reply> {
  const operation = call.get('operation');
  const reply = replyTo(call, error);
  if (!operation || error instanceof InvalidResponse) return reply;
  try {
    await checkReply(operation, reply);
    return reply;
  } catch (violation) {
    return violation instanceof Refusal ? refusalReply(violation) : unexpectedError(violation, report);
  }
}
