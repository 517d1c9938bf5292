import { SchemaMismatchError } from '../errors/errors.js';
import { summarize } from '../errors/issues.js';
import { redactCause } from '../errors/redact.js';
import { TrawlError } from '../errors/trawl-error.js';
import { errorFieldsOf, type ResponseContext } from './response-context.js';
import type { SchemaInput, StandardResult, StandardSchema, Zod3Schema } from './schema-input.js';

/** What the error about a value has to know: its name, the whole response, and what the server said. */
export interface Subject {
  readonly name: string;
  /** The response that the value is part of. The error keeps it: you have paid for it. */
  readonly received: unknown;
  readonly remark?: string;
}

/**
 * Validates a value with its schema, and returns the output of the schema. JSON Schema does not validate anything here.
 *
 * @throws SchemaMismatchError when it does not fit.
 */
export async function validate(
  value: unknown,
  schema: SchemaInput | undefined,
  { name, received, remark = '' }: Subject,
  context: ResponseContext,
): Promise<unknown> {
  const { redact, within } = context;
  const fields = errorFieldsOf(received, context);
  let result: StandardResult<unknown>;
  try {
    result = await within(() => runSchema(value, schema));
  } catch (cause) {
    if (cause instanceof TrawlError) throw cause;
    const message = redact(`${name}: its schema threw.${remark}`);
    throw new SchemaMismatchError(message, { ...fields, cause: redactCause(cause, redact) });
  }
  if (!result.issues) return result.value;
  // Some libraries have their own class of arrays, whose `map` does not return a plain array.
  const details = Array.from(result.issues, ({ message, path = [] }) => ({
    path: Array.from(path, (key) => (typeof key === 'object' ? key.key : key)),
    message,
  }));
  const fault = value === null || value === undefined ? 'is missing' : 'does not fit its schema';
  throw new SchemaMismatchError(redact(`${name} ${fault}: ${summarize(details)}.${remark}`), {
    ...fields,
    details: redact(details),
  });
}

async function runSchema(value: unknown, schema: SchemaInput | undefined): Promise<StandardResult<unknown>> {
  const checker = Object(schema) as Partial<StandardSchema & Zod3Schema>;
  if (checker['~standard']) return checker['~standard'].validate(value);
  // Before 3.24, Zod was no Standard Schema.
  const result = await checker.safeParseAsync?.(value);
  return result?.error ?? { value: result ? result.data : value };
}
