import type { ValidateFunction } from 'ajv';

/** Compiles a JSON Schema of a caller, or says why it cannot be used. */
export async function compileSchema(
  schema: Readonly<Record<string, unknown>>,
): Promise<{ readonly validate: ValidateFunction } | { readonly unusable: string }> {
  // The schema compiler is slow to load, and few scrapes need it.
  const { Ajv2020 } = await import('ajv/dist/2020.js');
  const { default: addFormats } = await import('ajv-formats');
  const ajv = addFormats.default(new Ajv2020({ strict: false, allErrors: true, logger: false }));
  try {
    return { validate: ajv.compile(schema) };
  } catch (error) {
    return { unusable: `its schema cannot be used: ${error instanceof Error ? error.message : String(error)}` };
  }
}
