import type { JsonSchema } from '@trawl/client';
import { ConfigurationError } from '../errors/configuration-error.js';
import type { SchemaInput, StandardJsonSchema } from './schema-input.js';
import { fromZod3, type Zod3Definition } from './zod3.js';

type AnySchema = Partial<StandardJsonSchema> & { readonly _def?: Partial<Zod3Definition> };

/**
 * A schema as the JSON Schema that goes on the wire: of what comes in, since the server's answer is validated by it.
 * `option` is its place in the request, such as `formats[1].schema`, for the error that a schema without one gets.
 */
export function toJsonSchema(schema: SchemaInput, option: string): JsonSchema {
  const { '~standard': standard, _def: definition } = Object(schema) as AnySchema;
  const said = (): unknown => {
    if (standard?.jsonSchema) return standard.jsonSchema.input({ target: 'draft-2020-12' });
    if (definition?.typeName) return fromZod3(definition as Zod3Definition);
    if (standard) throw new TypeError(withoutJsonSchema(standard.vendor));
    if (Object(schema) !== schema || Array.isArray(schema)) throw new TypeError('Give a schema, or JSON Schema.');
    return schema;
  };
  try {
    return toPlainJson(said()) as JsonSchema;
  } catch (cause) {
    const reason = cause instanceof RangeError ? 'It refers to itself.' : (cause as Error).message;
    throw new ConfigurationError(`\`${option}\` cannot be turned into JSON Schema. ${reason}`, { cause });
  }
}

function withoutJsonSchema(vendor: string): string {
  if (vendor === 'valibot') return 'Wrap it in toStandardJsonSchema() of @valibot/to-json-schema.';
  if (vendor === 'zod') return 'Wrap it in z.toJSONSchema(), or use Zod 4.2 or later.';
  return `This version of ${vendor} cannot do it. Give plain JSON Schema.`;
}

/** A copy that is nothing but JSON, and has no `$schema` in it, which servers have refused at any depth. */
function toPlainJson(value: unknown, place = ''): unknown {
  if (Array.isArray(value)) return value.map((item, index) => toPlainJson(item, `${place}[${index}]`));
  if (typeof value === 'object' && value !== null && isPlain(value)) {
    return Object.fromEntries(
      Object.entries(value)
        // Under `properties` it may be the name of one: then its value is a schema.
        .filter(([key, inner]) => key !== '$schema' || typeof inner !== 'string')
        .map(([key, inner]) => [key, toPlainJson(inner, `${place}.${key}`)]),
    );
  }
  if (/object|function|symbol|bigint/.test(typeof value) && value !== null) {
    throw new TypeError(`At ${place} stands something that is not JSON; wrap schemas in an object, as by z.object().`);
  }
  return value;
}

/** By its prototypes and not by a class: an object made in another frame or a test's sandbox is plain, too. */
function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}
