import type { JsonSchema } from '@trawl/client';
import type { SchemaInput, StandardJsonSchema } from './schema-input.js';
import { fromZod3, type Zod3Definition } from './zod3.js';

type AnySchema = Partial<StandardJsonSchema> & { readonly _def?: Partial<Zod3Definition> };

/**
 * Turns a schema into JSON Schema: of its input, because the schema validates what the server sends. `option` is its path
 * in the request, such as `formats[1].schema`, for the error.
 *
 * @throws TypeError when it cannot be converted.
 */
export function toJsonSchema(schema: SchemaInput, option: string): JsonSchema {
  const { '~standard': standard, _def: definition } = Object(schema) as AnySchema;
  const convert = (): unknown => {
    if (standard?.jsonSchema) return standard.jsonSchema.input({ target: 'draft-2020-12' });
    if (definition?.typeName) return fromZod3(definition as Zod3Definition);
    if (standard) {
      const { vendor } = standard;
      throw new TypeError(ADVICE[vendor] ?? `This version of ${vendor} cannot do it: give JSON Schema.`);
    }
    if (Object(schema) !== schema || Array.isArray(schema)) throw new TypeError('Give a schema, or JSON Schema.');
    return schema;
  };
  try {
    return JSON.parse(JSON.stringify(convert(), onlyJson));
  } catch (cause) {
    const reason = cause instanceof RangeError ? 'It refers to itself.' : (cause as Error).message;
    throw new TypeError(`${option} cannot be turned into JSON Schema. ${reason}`, { cause });
  }
}

/** What to do about a schema that its library cannot turn into JSON Schema by itself. */
const ADVICE: Readonly<Record<string, string>> = {
  valibot: 'Wrap it in toStandardJsonSchema() of @valibot/to-json-schema.',
  zod: 'Wrap it in z.toJSONSchema(), or use Zod 4.2 or later.',
};

/** Takes out `$schema`, which servers have refused at any depth. Refuses what `JSON.stringify` would pass over. */
function onlyJson(this: Readonly<Record<string, unknown>>, key: string): unknown {
  // Ignores `toJSON`: that of a schema returns no JSON Schema.
  const value = this[key];
  // Under `properties`, `$schema` may be a property. Then its value is a schema.
  if (key === '$schema' && typeof value === 'string') return undefined;
  if (typeof value !== 'function' && isPlain(value)) return value;
  throw new TypeError(`${key ? `${key}` : 'It'} is not JSON: wrap schemas in an object.`);
}

/** By its prototypes and not by a class: an object made in another frame or a test's sandbox is plain, too. */
function isPlain(value: unknown): boolean {
  if (typeof value !== 'object' || !value || Array.isArray(value)) return true;
  const prototype: unknown = Object.getPrototypeOf(value);
  return !prototype || !Object.getPrototypeOf(prototype);
}
