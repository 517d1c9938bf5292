import { createRedact } from '../src/errors/redact.js';
import type { ReceivedResponse } from '../src/transport/received-response.js';

/** A response for code that turns a body into a result. No work on it has a deadline, and it has no secrets. */
export const receivedResponse: ReceivedResponse = {
  data: {},
  response: new Response(),
  requestId: 'r-1',
  attempts: 2,
  call: { operation: 'scrapePage', repeatSafe: true },
  redact: createRedact([]),
  runWithDeadline: (work) => work(new AbortController().signal),
};
