import { describe, expect, it } from 'vitest';
import { z } from 'zod3';
import { fromZod3 } from './zod3.js';

enum Colour {
  Red = 'red',
  Blue = 'blue',
}

enum Level {
  Low,
  High = 5,
}

describe('fromZod3', () => {
  it.each<[string, z.ZodTypeAny, object]>([
    ['string', z.string(), { type: 'string' }],
    ['lengths', z.string().min(1).max(9), { type: 'string', minLength: 1, maxLength: 9 }],
    ['one length', z.string().length(3), { type: 'string', minLength: 3, maxLength: 3 }],
    ['email', z.string().email(), { type: 'string', format: 'email' }],
    ['url', z.string().url(), { type: 'string', format: 'uri' }],
    ['uuid', z.string().uuid(), { type: 'string', format: 'uuid' }],
    ['datetime', z.string().datetime(), { type: 'string', format: 'date-time' }],
    ['pattern', z.string().regex(/^a+$/), { type: 'string', pattern: '^a+$' }],
    ['pattern with flags, which JSON Schema lacks', z.string().regex(/^a+$/i), { type: 'string' }],
    ['trim', z.string().trim(), { type: 'string' }],
    ['number', z.number(), { type: 'number' }],
    ['integer', z.number().int().min(0).max(9), { type: 'integer', minimum: 0, maximum: 9 }],
    ['open ends', z.number().gt(0).lt(9), { type: 'number', exclusiveMinimum: 0, exclusiveMaximum: 9 }],
    ['multiple', z.number().multipleOf(5), { type: 'number', multipleOf: 5 }],
    ['boolean', z.boolean(), { type: 'boolean' }],
    ['null', z.null(), { type: 'null' }],
    ['any', z.any(), {}],
    ['unknown', z.unknown(), {}],
    ['literal', z.literal('a'), { const: 'a' }],
    ['enum', z.enum(['a', 'b']), { type: 'string', enum: ['a', 'b'] }],
    ['native enum', z.nativeEnum(Colour), { enum: ['red', 'blue'] }],
    ['native enum of numbers', z.nativeEnum(Level), { enum: [0, 5] }],
    ['list', z.array(z.string()), { type: 'array', items: { type: 'string' } }],
    ['bounded list', z.array(z.any()).min(1).max(2), { type: 'array', items: {}, minItems: 1, maxItems: 2 }],
    ['list of a length', z.array(z.any()).length(2), { type: 'array', items: {}, minItems: 2, maxItems: 2 }],
    [
      'tuple',
      z.tuple([z.string(), z.number()]),
      { type: 'array', prefixItems: [{ type: 'string' }, { type: 'number' }], minItems: 2, items: false },
    ],
    [
      'open tuple',
      z.tuple([z.string()]).rest(z.number()),
      { type: 'array', prefixItems: [{ type: 'string' }], minItems: 1, items: { type: 'number' } },
    ],
    ['record', z.record(z.number()), { type: 'object', additionalProperties: { type: 'number' } }],
    ['union', z.union([z.string(), z.number()]), { anyOf: [{ type: 'string' }, { type: 'number' }] }],
    [
      'discriminated union',
      z.discriminatedUnion('kind', [z.object({ kind: z.literal('a') }), z.object({ kind: z.literal('b') })]),
      {
        anyOf: ['a', 'b'].map((kind) => ({
          type: 'object',
          properties: { kind: { const: kind } },
          required: ['kind'],
        })),
      },
    ],
    ['intersection', z.intersection(z.string(), z.any()), { allOf: [{ type: 'string' }, {}] }],
    ['nullable', z.string().nullable(), { anyOf: [{ type: 'string' }, { type: 'null' }] }],
    ['date, of text', z.coerce.date(), { type: 'string', format: 'date-time' }],
    ['refinement', z.string().refine(Boolean), { type: 'string' }],
    ['transform', z.string().transform(Number), { type: 'string' }],
    ['preprocess', z.preprocess(String, z.string()), { type: 'string' }],
    ['pipe', z.string().pipe(z.any()), { type: 'string' }],
    ['brand', z.string().brand('Id'), { type: 'string' }],
    ['readonly', z.string().readonly(), { type: 'string' }],
    ['catch', z.string().catch(''), { type: 'string' }],
    ['lazy', z.lazy(() => z.string()), { type: 'string' }],
    ['description', z.string().describe('The name.'), { type: 'string', description: 'The name.' }],
  ])('converts %s', (_, schema, expected) => {
    expect(fromZod3(schema._def)).toEqual(expected);
  });

  it('requires the fields of an object that are neither optional nor have a default', () => {
    const schema = z.object({ a: z.string(), b: z.string().optional(), c: z.string().default('x'), d: z.any() });
    expect(fromZod3(schema._def)).toEqual({
      type: 'object',
      properties: { a: { type: 'string' }, b: { type: 'string' }, c: { type: 'string' }, d: {} },
      required: ['a'],
    });
  });

  it('says of further fields what the object says', () => {
    const object = z.object({});
    expect(fromZod3(object._def)).not.toHaveProperty('additionalProperties');
    expect(fromZod3(object.passthrough()._def)).not.toHaveProperty('additionalProperties');
    expect(fromZod3(object.strict()._def)).toHaveProperty('additionalProperties', false);
    expect(fromZod3(object.catchall(z.string())._def)).toHaveProperty('additionalProperties', { type: 'string' });
  });

  it('keeps descriptions of fields', () => {
    const schema = z.object({ price: z.number().describe('In euros.') }).describe('An offer.');
    expect(fromZod3(schema._def)).toMatchObject({
      description: 'An offer.',
      properties: { price: { type: 'number', description: 'In euros.' } },
    });
  });

  it.each<[string, z.ZodTypeAny, string]>([
    ['a date, which no text is', z.date(), 'use z.coerce.date()'],
    ['a function', z.function(), 'ZodFunction'],
    ['a promise', z.promise(z.any()), 'ZodPromise'],
    ['a set', z.set(z.any()), 'ZodSet'],
    ['undefined', z.undefined(), 'ZodUndefined'],
    ['a bigint', z.bigint(), 'ZodBigInt'],
    ['never', z.never(), 'ZodNever'],
  ])('refuses %s', (_, schema, words) => {
    expect(() => fromZod3(z.object({ field: schema })._def)).toThrow(words);
  });
});
