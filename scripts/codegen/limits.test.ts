import type { OpenAPI3 } from 'openapi-typescript';
import { describe, expect, it } from 'vitest';
import { describeLimits } from './limits.js';

const contract = {
  openapi: '3.1.0',
  info: { title: 'T', version: '1' },
  paths: {},
  components: {
    schemas: {
      Name: { type: 'string', description: 'A name.', minLength: 1, maxLength: 5 },
      Sent: {
        type: 'object',
        properties: {
          limit: { type: 'integer', description: 'How many.\n', minimum: 1, maximum: 10, default: 5 },
          list: { type: 'array', minItems: 1, maxItems: 2, items: { type: 'number', minimum: 0 } },
          plain: { type: 'string', description: 'Anything.' },
          minimum: { type: 'integer' },
          name: { $ref: '#/components/schemas/Name' },
          own: { $ref: '#/components/schemas/Name', description: 'Another.' },
        },
      },
    },
    parameters: {
      Page: {
        name: 'page',
        in: 'query',
        description: 'Which page.',
        schema: { type: 'integer', minimum: 0, default: 0 },
      },
      Named: { name: 'name', in: 'query', schema: { $ref: '#/components/schemas/Name' } },
    },
  },
} as unknown as OpenAPI3;

const { schemas, parameters } = describeLimits(contract).components as Record<string, Record<string, object>>;
const fields = (schemas?.Sent as { properties: Record<string, object> } | undefined)?.properties ?? {};

describe('the limits', () => {
  it.each([
    ['of a number', fields.limit, 'How many.\n@minimum 1\n@maximum 10'],
    ['of a list without a description', fields.list, '@minItems 1\n@maxItems 2'],
    ['of the items of a list', (fields.list as { items: object }).items, '@minimum 0'],
    ['of a schema', schemas?.Name, 'A name.\n@minLength 1\n@maxLength 5'],
    ['of what a field with its own words refers to', fields.own, 'Another.\n@minLength 1\n@maxLength 5'],
    ['of a parameter, with its default', parameters?.Page, 'Which page.\n@minimum 0\n@default 0'],
    ['of a parameter whose schema stands elsewhere', parameters?.Named, '@minLength 1\n@maxLength 5'],
  ])('%s stand in its description', (_, place, description) => {
    expect(place).toEqual(expect.objectContaining({ description }));
  });

  it('change nothing where there are none, and no reference that shows those of its target', () => {
    expect(fields.plain).toEqual({ type: 'string', description: 'Anything.' });
    expect(fields.name).toEqual({ $ref: '#/components/schemas/Name' });
    expect(schemas?.Sent).not.toHaveProperty('description');
  });

  it('of a field named like a limit are not those of the object that has it', () => {
    expect(fields).not.toHaveProperty('description');
  });
});
