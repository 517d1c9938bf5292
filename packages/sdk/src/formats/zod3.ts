import type { JsonSchema } from '@trawl/client';

/** The insides of a Zod 3 schema. They differ by its `typeName`, and Zod publishes no types for them. */
export interface Zod3Definition {
  readonly typeName: string;
  readonly description?: string | undefined;
  // biome-ignore lint/suspicious/noExplicitAny: what is behind each name follows from `typeName`.
  readonly [key: string]: any;
}

interface Schema {
  readonly _def: Zod3Definition;
}

type Check = { readonly kind: string; readonly value: number; readonly inclusive: boolean; readonly regex: RegExp };

/**
 * The JSON Schema of what a Zod 3 schema takes in. What JSON Schema cannot say, such as a refinement, is left out: the
 * answer is validated by Zod itself. What no JSON can ever fit is a TypeError.
 */
export function fromZod3(definition: Zod3Definition): JsonSchema {
  const { typeName, description } = definition;
  const convert = CONVERTERS[typeName.slice(3)];
  if (!convert) throw new TypeError(`JSON has nothing like ${typeName}.`);
  const schema = convert(definition);
  return description ? { ...schema, description } : schema;
}

const of = (schema: Schema): JsonSchema => fromZod3(schema._def);
const inner = ({ innerType }: Zod3Definition): JsonSchema => of(innerType);
const choice = ({ options }: Zod3Definition): JsonSchema => ({ anyOf: options.map(of) });
const anything = (): JsonSchema => ({});

const CONVERTERS: Readonly<Record<string, (definition: Zod3Definition) => JsonSchema>> = {
  Any: anything,
  Array: ({ type, minLength, maxLength, exactLength }) => ({
    type: 'array',
    items: of(type),
    minItems: (exactLength ?? minLength)?.value,
    maxItems: (exactLength ?? maxLength)?.value,
  }),
  Boolean: () => ({ type: 'boolean' }),
  Branded: ({ type }) => of(type),
  Catch: inner,
  Date: ({ coerce }) => {
    if (!coerce) throw new TypeError('JSON has no dates: use z.coerce.date().');
    return { type: 'string', format: 'date-time' };
  },
  Default: inner,
  DiscriminatedUnion: choice,
  Effects: ({ schema }) => of(schema),
  Enum: ({ values }) => ({ type: 'string', enum: values }),
  Intersection: ({ left, right }) => ({ allOf: [of(left), of(right)] }),
  Lazy: ({ getter }) => of(getter()),
  Literal: ({ value }) => ({ const: value }),
  NativeEnum: ({ values }) => ({ enum: valuesOf(values) }),
  Null: () => ({ type: 'null' }),
  Nullable: (definition) => ({ anyOf: [inner(definition), { type: 'null' }] }),
  Number: ({ checks }) => numberSchema(checks),
  Object: objectSchema,
  Optional: inner,
  Pipeline: ({ in: input }) => of(input),
  Readonly: inner,
  Record: ({ valueType }) => ({ type: 'object', additionalProperties: of(valueType) }),
  String: ({ checks }) => stringSchema(checks),
  Tuple: ({ items, rest }) => ({
    type: 'array',
    prefixItems: items.map(of),
    minItems: items.length,
    items: rest ? of(rest) : false,
  }),
  Union: choice,
  Unknown: anything,
};

function objectSchema({ shape, unknownKeys, catchall }: Zod3Definition): JsonSchema {
  const fields = Object.entries<Schema & { isOptional(): boolean }>(shape());
  return {
    type: 'object',
    properties: Object.fromEntries(fields.map(([name, field]) => [name, of(field)])),
    required: fields.filter(([, field]) => !field.isOptional()).map(([name]) => name),
    ...(catchall._def.typeName !== 'ZodNever' && { additionalProperties: of(catchall) }),
    ...(unknownKeys === 'strict' && { additionalProperties: false }),
  };
}

function numberSchema(checks: readonly Check[]): JsonSchema {
  const schema: Record<string, unknown> = { type: 'number' };
  for (const { kind, value, inclusive } of checks) {
    if (kind === 'int') schema.type = 'integer';
    if (kind === 'min') schema[inclusive ? 'minimum' : 'exclusiveMinimum'] = value;
    if (kind === 'max') schema[inclusive ? 'maximum' : 'exclusiveMaximum'] = value;
    if (kind === 'multipleOf') schema.multipleOf = value;
  }
  return schema;
}

function stringSchema(checks: readonly Check[]): JsonSchema {
  const schema: Record<string, unknown> = { type: 'string' };
  for (const { kind, value, regex } of checks) {
    if (kind === 'min' || kind === 'length') schema.minLength = value;
    if (kind === 'max' || kind === 'length') schema.maxLength = value;
    if (kind === 'regex' && !regex.flags) schema.pattern = regex.source;
    if (kind in FORMATS) schema.format = FORMATS[kind];
  }
  return schema;
}

const FORMATS: Readonly<Record<string, string>> = {
  date: 'date',
  datetime: 'date-time',
  email: 'email',
  url: 'uri',
  uuid: 'uuid',
};

/** An enum of numbers also maps them back to their names. */
function valuesOf(nativeEnum: Readonly<Record<string, string | number>>): unknown[] {
  return Object.keys(nativeEnum)
    .filter((key) => typeof nativeEnum[nativeEnum[key] as string] !== 'number')
    .map((key) => nativeEnum[key]);
}
