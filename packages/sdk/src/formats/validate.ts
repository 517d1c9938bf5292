import { SchemaMismatchError } from '../errors/errors.js';
import { redactCause } from '../errors/redact.js';
import { TrawlError } from '../errors/trawl-error.js';
import { errorFieldsOf, type ReceivedResponse } from '../transport/received-response.js';
import type { SchemaResult } from './run-schema.js';
import type { SchemaInput } from './schema-input.js';

/** The parts of an error about a value: its name, the whole response, and the message of the server. */
export interface Subject {
  readonly name: string;
  /** The response that the value is part of. The error keeps it: you have paid for it. */
  readonly body: unknown;
  readonly remark?: string;
}

/**
 * Validates a value with its schema, and returns the output of the schema. JSON Schema does not validate anything here.
 *
 * @throws SchemaMismatchError when it does not fit.
 */
export async function validate(
  value: unknown,
  schema: SchemaInput | null | undefined,
  { name, body, remark = '' }: Subject,
  response: ReceivedResponse,
): Promise<unknown> {
  if (schema === undefined || schema === null) return value;
  const { redact, runWithDeadline } = response;
  const fields = errorFieldsOf(body, response);
  let result: SchemaResult;
  try {
    result = await runWithDeadline(async () => (await import('./schemas.js')).runSchema(value, schema));
  } catch (cause) {
    if (cause instanceof TrawlError) throw cause;
    const message = redact(`${name}: its schema threw.${remark}`);
    throw new SchemaMismatchError(message, { ...fields, cause: redactCause(cause, redact) });
  }
  const { issues, summary } = result;
  if (!issues) return result.value;
  const fault = value === null || value === undefined ? 'is missing' : 'does not fit its schema';
  throw new SchemaMismatchError(redact(`${name} ${fault}: ${summary}.${remark}`), {
    ...fields,
    details: redact(issues),
  });
}
