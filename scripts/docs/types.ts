import { type Contract, isReference, type Json, type Reference, resolve, type Schema } from './openapi.js';
import { count, grouped } from './wording.js';

/** A schema of JSON, or a reference to one. */
export type SchemaOrReference = Schema | Reference;

/** The type of what may be anything, in words that a renderer shows as they are. */
const ANYTHING = 'JSON value';

/** The types that a value of the schema can have, as JSON Schema names them. */
export function typesOf(contract: Contract, schemaOrReference: SchemaOrReference): string[] {
  const schema = resolve<Schema>(contract, schemaOrReference);
  if (typeof schema.type === 'string') return [schema.type];
  if (Array.isArray(schema.type)) return schema.type as string[];
  if (schema.const !== undefined) return [typeof schema.const];
  if (Array.isArray(schema.enum)) return [...new Set(schema.enum.map((value) => typeof value))];
  const variants = variantsOf(schema);
  if (variants.length > 0) {
    const each = variants.map((variant) => typesOf(contract, variant));
    return each.some((types) => types.length === 0) ? [] : [...new Set(each.flat())];
  }
  if (schema.properties || schema.allOf) return ['object'];
  return isFreeValue(schema) ? [ANYTHING] : [];
}

/** The schemas that a value may choose from. */
export function variantsOf(schema: Schema): SchemaOrReference[] {
  return (schema.oneOf ?? schema.anyOf ?? []) as unknown as SchemaOrReference[];
}

export function propertiesOf(schema: Schema): Record<string, Schema> {
  return (schema.properties ?? {}) as Record<string, Schema>;
}

function isFreeValue(value: Json | undefined): value is Schema {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  return Object.keys(value).every((key) => key === 'description' || key.startsWith('x-'));
}

/** A type with its bounds as a person says it: `integer, 1 to 100`, `array of string`, `"a" or "b"`. */
export function typeInWords(contract: Contract, schemaOrReference: SchemaOrReference): string {
  const schema = resolve<Schema>(contract, schemaOrReference);
  const values = schema.enum ?? (schema.const === undefined ? undefined : [schema.const]);
  if (Array.isArray(values)) return values.map((value) => `\`${literal(value)}\``).join(', ');
  const types = typesOf(contract, schema);
  const names = types.map((type) => nameOf(contract, schema, type));
  return [names.join(' or '), bounds(schema)].filter(Boolean).join(', ');
}

function nameOf(contract: Contract, schema: Schema, type: string): string {
  if (type !== 'array') return type;
  const list = schema.items
    ? schema
    : variantsOf(schema)
        .map((each) => resolve<Schema>(contract, each))
        .find(({ items }) => items);
  return list?.items ? `array of ${typeInWords(contract, list.items as unknown as SchemaOrReference)}` : 'array';
}

/** The least and the most of a value in words, each amount of a number as `amount` says it: `1 to 100`, `at most 3 items`. */
export function bounds(schema: Schema, amount: (value: number) => string = grouped): string {
  const range = (least: Json | undefined, most: Json | undefined, say: (value: number) => string) => {
    if (typeof most !== 'number') return typeof least === 'number' && least > 0 ? `at least ${say(least)}` : '';
    if (least === most) return say(most);
    return typeof least === 'number' ? `${grouped(least)} to ${say(most)}` : `at most ${say(most)}`;
  };
  return [
    typeof schema.exclusiveMinimum === 'number' ? `more than ${amount(schema.exclusiveMinimum)}` : '',
    range(schema.minimum, schema.maximum, amount),
    range(schema.minLength, schema.maxLength, (value) => count(value, 'character')),
    range(schema.minItems, schema.maxItems, (value) => count(value, 'item')),
  ]
    .filter(Boolean)
    .join(', ');
}

export function literal(value: Json): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** The name of the shared schema that a reference leads to, or undefined for what stands in its place. */
export function nameOfReference(schema: SchemaOrReference): string | undefined {
  return isReference(schema) ? schema.$ref.match(/^#\/components\/schemas\/(\w+)$/)?.[1] : undefined;
}
