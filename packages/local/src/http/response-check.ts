import type { Operation } from '../contract/contract.js';
import { Refusal } from '../contract/refusal.js';
import type { Reply } from './call.js';

/** A response of this server that violates the contract. It becomes a 500, so that tests notice it. */
export class InvalidResponse extends Refusal {
  constructor(operation: Operation, status: number, details: readonly unknown[]) {
    const count = details.length === 1 ? 'in one place' : `in ${details.length} places`;
    super(
      'UNKNOWN_ERROR',
      `The answer of ${operation.id} with status ${status} does not fit the contract ${count}: ${summarize(details)}`,
      { details },
    );
  }
}

/** Throws when a reply does not match the contract. */
export async function checkReply(operation: Operation, { status, text }: Reply): Promise<void> {
  await checkResponseBody(operation, status, JSON.parse(text));
}

export async function checkResponseBody(operation: Operation, status: number, body: unknown): Promise<void> {
  // Loaded on demand: a server starts faster without the schema compiler.
  const { validate } = await import('../contract/validation.js');
  const schema = operation.responseSchema(status);
  // Validates the body as JSON, where `undefined` is left out and a Date is a string.
  const issues = schema === undefined ? undefined : validate(schema, JSON.parse(JSON.stringify(body) ?? 'null'));
  if (issues) throw new InvalidResponse(operation, status, issues);
}

function summarize(details: readonly unknown[]): string {
  const places = details.slice(0, 3).map((issue) => {
    const { path, message } = issue as { path: readonly unknown[]; message: string };
    return `/${path.join('/')}: ${message}`;
  });
  return places.join('; ');
}
