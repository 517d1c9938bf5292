import { describe, expect, it } from 'vitest';
import { contractWith } from './contract-for-tests.js';
import type { Schema } from './openapi.js';
import { addTypes, typeInWords } from './types.js';

const ANY = 'JSON value';

function typed(schema: Schema, others: Record<string, Schema> = {}): Schema | undefined {
  const contract = contractWith({ schemas: { Thing: { type: 'object', properties: { field: schema } }, ...others } });
  addTypes(contract);
  return (contract.components?.schemas?.Thing?.properties as { field?: Schema } | undefined)?.field;
}

describe('the type of a field', () => {
  it('is that of all its variants', () => {
    const variants = [{ $ref: '#/components/schemas/Name' }, { $ref: '#/components/schemas/Options' }];
    const others = { Name: { enum: ['a'] }, Options: { type: 'object', properties: { type: { const: 'b' } } } };
    expect(typed({ anyOf: variants }, others)).toMatchObject({ type: ['string', 'object'] });
    expect(typed({ oneOf: [{ type: 'string' }, { const: 'x' }] })).toMatchObject({ type: 'string' });
  });

  it('is any JSON value where the contract sets no bounds', () => {
    expect(typed({ description: 'Free.' })).toMatchObject({ type: ANY });
    expect(typed({ type: 'array' })).toMatchObject({ items: { type: ANY } });
    expect(typed({ type: 'array', items: {} })).toMatchObject({ items: { type: ANY } });
    expect(typed({ type: 'object', additionalProperties: true })).toMatchObject({
      additionalProperties: { type: ANY },
    });
  });

  it('does not come as two cases because of a condition', () => {
    const condition = JSON.parse('{"if": {"type": "array"}, "then": {"minItems": 1}, "else": {}}') as Schema;
    const field = typed({ type: 'array', items: { type: 'string' }, ...condition });
    expect(Object.keys(field ?? {})).toEqual(['type', 'items']);
  });
});

it('names the variants of a choice by their type, or by their name', () => {
  const click: Schema = { properties: { type: { const: 'click' } } };
  const other: Schema = { type: 'object' };
  typed(
    { oneOf: [{ $ref: '#/components/schemas/Click' }, { $ref: '#/components/schemas/Other' }] },
    { Click: click, Other: other },
  );
  expect([click.title, other.title]).toEqual(['click', 'Other']);
});

it.each<[Schema, string]>([
  [{ type: 'integer', minimum: 1, maximum: 100 }, 'integer, 1 to 100'],
  [{ type: 'integer', minimum: 0 }, 'integer'],
  [{ type: 'string', maxLength: 10_000 }, 'string, at most 10,000 characters'],
  [{ type: ['string', 'null'] }, 'string or null'],
  [{ type: 'array', items: { enum: ['a', 'b'] } }, 'array of `a`, `b`'],
  [{ const: true }, '`true`'],
  [{ description: 'Free.' }, ANY],
])('says %j in words', (schema, words) => {
  expect(typeInWords(contractWith({}), schema)).toBe(words);
});
