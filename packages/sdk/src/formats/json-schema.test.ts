import { toStandardJsonSchema } from '@valibot/to-json-schema';
import { type } from 'arktype';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import * as mini from 'zod/mini';
import { z as z3 } from 'zod3';
import { toJsonSchema } from './json-schema.js';
import type { SchemaInput } from './schema-input.js';

const PRICE = { type: 'object', properties: { price: { type: 'number' } }, required: ['price'] };

function refusalOf(schema: unknown): TypeError {
  try {
    toJsonSchema(schema as SchemaInput, 'formats[1].schema');
  } catch (error) {
    if (error instanceof TypeError) return error;
    throw error;
  }
  throw new Error('It was converted.');
}

describe('toJsonSchema', () => {
  it.each<[string, SchemaInput]>([
    ['Zod', z.object({ price: z.number() })],
    ['Zod Mini by z.toJSONSchema()', mini.toJSONSchema(mini.object({ price: mini.number() }), { io: 'input' })],
    ['ArkType', type({ price: 'number' })],
    ['Valibot by toStandardJsonSchema()', toStandardJsonSchema(v.object({ price: v.number() }))],
    ['Zod 3', z3.object({ price: z3.number() })],
    ['JSON Schema', PRICE],
  ])('converts a schema of %s', (_, schema) => {
    expect(toJsonSchema(schema, 'schema')).toEqual(PRICE);
  });

  it('says what the schema takes in: that is what the server sends', () => {
    const schema = z.object({
      tags: z.array(z.string()).default([]),
      length: z.string().transform((text) => text.length),
    });
    expect(toJsonSchema(schema, 'schema')).toEqual({
      type: 'object',
      properties: { tags: { type: 'array', items: { type: 'string' }, default: [] }, length: { type: 'string' } },
      required: ['length'],
    });
  });

  it('leaves `$schema` out at every depth, but keeps a property of that name', () => {
    const url = 'https://json-schema.org/draft/2020-12/schema';
    const schema = {
      $schema: url,
      type: 'object',
      properties: { $schema: { type: 'string' }, a: { $schema: url, type: 'array', items: { $schema: url } } },
      anyOf: [{ $schema: url, minProperties: 1 }],
    };
    expect(toJsonSchema(schema, 'schema')).toEqual({
      type: 'object',
      properties: { $schema: { type: 'string' }, a: { type: 'array', items: {} } },
      anyOf: [{ minProperties: 1 }],
    });
    expect(schema.$schema).toBe(url);
  });

  it('takes plain objects from another realm, and without a prototype', () => {
    const bare: Record<string, unknown> = Object.assign(Object.create(null), { type: 'object' });
    expect(toJsonSchema(bare, 'schema')).toEqual({ type: 'object' });
  });
});

describe('a schema that cannot be converted', () => {
  it('is refused by the name of its option, with what to do', () => {
    const plain = refusalOf(v.object({ price: v.number() }));
    expect(plain.message).toBe(
      'formats[1].schema cannot be turned into JSON Schema. Wrap it in toStandardJsonSchema() of @valibot/to-json-schema.',
    );
    expect(refusalOf(mini.object({})).message).toContain('Wrap it in z.toJSONSchema()');
    const other = { '~standard': { version: 1, vendor: 'acme', validate: () => ({ value: 1 }) } };
    expect(refusalOf(other).message).toContain('This version of acme cannot do it: give JSON Schema.');
  });

  it('is refused in the words of its library', () => {
    const error = refusalOf(z.object({ at: z.date() }));
    expect(error.message).toBe(
      'formats[1].schema cannot be turned into JSON Schema. Date cannot be represented in JSON Schema',
    );
    expect(error.cause).toBeInstanceOf(Error);
    expect(refusalOf(toStandardJsonSchema(v.object({ at: v.date() }))).message).toContain('"date" schema');
    expect(refusalOf(z3.function()).message).toContain('JSON has no ZodFunction.');
  });

  it('is refused when it is no schema', () => {
    for (const schema of ['object', 1, null, [PRICE], true]) {
      expect(refusalOf(schema).message).toContain('Give a schema, or JSON Schema.');
    }
  });

  it.each([
    ['Zod', { price: z.number() }, 'price'],
    ['Zod 3', { price: z3.number() }, 'price'],
    ['ArkType', { price: type('number') }, 'price'],
    ['Valibot', { price: v.number() }, 'reference'],
    ['a list', { anyOf: [z.number()] }, '0'],
  ])('is refused where it hides in a plain object: %s', (_, schema, place) => {
    expect(refusalOf(schema).message).toContain(`${place} is not JSON: wrap schemas in an object`);
  });

  it('is refused when JSON cannot hold it', () => {
    expect(refusalOf({ minimum: 1n }).message).toContain('BigInt');
    const circle: Record<string, unknown> = {};
    circle.items = circle;
    expect(refusalOf(circle).message).toContain('circular');
  });

  it('is refused when it refers to itself', () => {
    interface Tree {
      children: Tree[];
    }
    const tree: z3.ZodType<Tree> = z3.object({ children: z3.array(z3.lazy(() => tree)) });
    expect(refusalOf(tree).message).toContain('It refers to itself.');
  });
});
