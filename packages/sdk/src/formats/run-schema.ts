import { type Issue, summarize } from '../errors/issues.js';
import type { SchemaInput, StandardResult, StandardSchema, Zod3Schema } from './schema-input.js';

/** The output of a schema, or why the value does not fit. */
export interface SchemaResult {
  readonly value?: unknown;
  readonly issues?: readonly Issue[] | undefined;
  /** The first issues as text. */
  readonly summary?: string;
}

/** Runs a schema on a value. JSON Schema does not validate anything here. */
export async function runSchema(value: unknown, schema: SchemaInput): Promise<SchemaResult> {
  const result = await resultOf(value, schema);
  if (!result.issues) return result;
  // Some libraries have their own class of arrays, whose `map` does not return a plain array.
  const issues = Array.from(result.issues, ({ message, path = [] }) => ({
    path: Array.from(path, (key) => (typeof key === 'object' ? key.key : key)),
    message,
  }));
  return { issues, summary: summarize(issues) };
}

async function resultOf(value: unknown, schema: SchemaInput): Promise<StandardResult<unknown>> {
  const checker = Object(schema) as Partial<StandardSchema & Zod3Schema>;
  if (checker['~standard']) return checker['~standard'].validate(value);
  // Before 3.24, Zod was no Standard Schema.
  const result = await checker.safeParseAsync?.(value);
  return result?.error ?? { value: result ? result.data : value };
}
