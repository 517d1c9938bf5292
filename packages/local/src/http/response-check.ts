import type { Operation } from '../contract/contract.js';
import { Refusal } from '../contract/refusal.js';
import { refusalOf } from './reply.js';

/** An answer of ours that breaks the contract: a mistake of this server, said as loudly as tests need it. */
export class InvalidResponse extends Refusal {
  constructor(operation: Operation, status: number, details: readonly unknown[]) {
    const count = details.length === 1 ? 'in one place' : `in ${details.length} places`;
    super(500, {
      code: 'UNKNOWN_ERROR',
      error: `The answer of ${operation.id} with status ${status} does not fit the contract ${count}: ${summarize(details)}`,
      details,
    });
  }
}

/** Throws when an answer is not what the contract says of it. */
export async function checkResponse(operation: Operation, response: Response): Promise<void> {
  const schema = operation.responseSchema(response.status);
  const type = response.headers.get('content-type') ?? '';
  if (schema === undefined || !type.startsWith('application/json')) return;
  const refused = refusalOf(response);
  const body = refused ? { success: false, ...refused } : await response.clone().json();
  await checkResponseBody(operation, response.status, body);
}

export async function checkResponseBody(operation: Operation, status: number, body: unknown): Promise<void> {
  // Loaded only by those who check: a server needs no compiler of schemas to start.
  const { validate } = await import('../contract/validation.js');
  const schema = operation.responseSchema(status);
  // As it will be written: undefined is left out, a Date is a text.
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
