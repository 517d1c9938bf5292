import type { JsonSchema } from '@trawl/client';

/** The internals of a Zod 3 schema. Zod publishes no types for them. */
export interface Zod3Definition {
  readonly typeName: string;
  readonly description?: string | undefined;
  // biome-ignore lint/suspicious/noExplicitAny: the type of each field depends on `typeName`.
  readonly [key: string]: any;
}

interface Schema {
  readonly _def: Zod3Definition;
}

interface Check {
  readonly kind: string;
  readonly value: number;
  readonly inclusive?: boolean;
  readonly regex: RegExp;
}

/**
 * The JSON Schema of the input of a Zod 3 schema. It leaves out what JSON Schema cannot express, such as a refinement: Zod
 * itself validates the data later. Throws a TypeError for a type that JSON does not have.
 */
export function fromZod3(definition: Zod3Definition): JsonSchema {
  const { typeName, description, innerType, schema, in: input, getter } = definition;
  const innerSchema: Schema | undefined = innerType ?? schema ?? input ?? getter?.();
  const convert = CONVERTERS[typeName.slice(3)] ?? (innerSchema && (() => ofSchema(innerSchema)));
  if (!convert) throw new TypeError(`JSON has no ${typeName}.`);
  return { ...convert(definition), ...(description && { description }) };
}

const ofSchema = (schema: Schema): JsonSchema => fromZod3(schema._def);
const anything = (): JsonSchema => ({});
const choice = (union: Zod3Definition): JsonSchema => ({ anyOf: union.options.map(ofSchema) });

const CONVERTERS: Readonly<Record<string, (definition: Zod3Definition) => JsonSchema>> = {
  Any: anything,
  Array: (list) => ({
    type: 'array',
    items: ofSchema(list.type),
    minItems: (list.exactLength ?? list.minLength)?.value,
    maxItems: (list.exactLength ?? list.maxLength)?.value,
  }),
  Boolean: () => ({ type: 'boolean' }),
  Branded: (brand) => ofSchema(brand.type),
  Date: (date) => {
    if (!date.coerce) throw new TypeError('JSON has no dates: use z.coerce.date().');
    return { type: 'string', format: 'date-time' };
  },
  DiscriminatedUnion: choice,
  Enum: (choices) => ({ type: 'string', enum: choices.values }),
  Intersection: (both) => ({ allOf: [both.left, both.right].map(ofSchema) }),
  Literal: (literal) => ({ const: literal.value }),
  // An enum of numbers also has the names as values of its numbers.
  NativeEnum: ({ values }) => ({
    enum: Object.values<string | number>(values).filter((value) => typeof values[value] !== 'number'),
  }),
  Null: () => ({ type: 'null' }),
  Nullable: (nullable) => ({ anyOf: [ofSchema(nullable.innerType), { type: 'null' }] }),
  Number: (number) => checked('number', number.checks, 'minimum', 'maximum'),
  Object: (object) => {
    const fields = Object.entries<Schema & { isOptional(): boolean }>(object.shape());
    return {
      type: 'object',
      properties: Object.fromEntries(fields.map(([name, field]) => [name, ofSchema(field)])),
      required: fields.flatMap(([name, field]) => (field.isOptional() ? [] : name)),
      ...(object.catchall._def.typeName !== 'ZodNever' && { additionalProperties: ofSchema(object.catchall) }),
      ...(object.unknownKeys === 'strict' && { additionalProperties: false }),
    };
  },
  Record: (record) => ({ type: 'object', additionalProperties: ofSchema(record.valueType) }),
  String: (text) => checked('string', text.checks, 'minLength', 'maxLength'),
  Tuple: ({ items, rest }) => ({
    type: 'array',
    prefixItems: items.map(ofSchema),
    minItems: items.length,
    items: rest ? ofSchema(rest) : false,
  }),
  Union: choice,
  Unknown: anything,
};

const FORMATS: Readonly<Record<string, string>> = {
  date: 'date',
  datetime: 'date-time',
  email: 'email',
  url: 'uri',
  uuid: 'uuid',
};

function checked(type: string, checks: readonly Check[], minKeyword: string, maxKeyword: string): JsonSchema {
  const schema: Record<string, unknown> = { type };
  for (const { kind, value, inclusive = true, regex } of checks) {
    if (kind === 'min' || kind === 'length') schema[inclusive ? minKeyword : 'exclusiveMinimum'] = value;
    if (kind === 'max' || kind === 'length') schema[inclusive ? maxKeyword : 'exclusiveMaximum'] = value;
    if (kind === 'int') schema.type = 'integer';
    if (kind === 'multipleOf') schema.multipleOf = value;
    if (kind === 'regex' && !regex.flags) schema.pattern = regex.source;
    if (FORMATS[kind]) schema.format = FORMATS[kind];
  }
  return schema;
}
