import type { OpenAPI3, SchemaObject } from 'openapi-typescript';
import { describe, expect, it } from 'vitest';
import { ContractError } from './contract-error.js';
import { renderTypes } from './types.js';

/** A contract in which `Sent` is a request body and `Answer` what comes back. */
function contractWith(schemas: Record<string, unknown>, extra: object = {}): OpenAPI3 {
  const json = (name: string) => ({
    content: { 'application/json': { schema: { $ref: `#/components/schemas/${name}` } } },
  });
  const all: Record<string, unknown> = { Sent: true, Answer: true, ...schemas };
  return {
    openapi: '3.1.0',
    info: { title: 'T', version: '1' },
    paths: {
      '/call': {
        post: {
          operationId: 'call',
          parameters: [{ name: 'tags', in: 'query', schema: { type: 'array', items: { type: 'string' } } }],
          requestBody: json('Sent'),
          responses: { 200: { description: 'ok', ...json('Answer') } },
          ...extra,
        },
      },
    },
    components: { schemas: all as Record<string, SchemaObject> },
  };
}

/** The generated type of the field `it` of a schema, on one line. */
async function typeOf(field: unknown, schema: 'Sent' | 'Answer' = 'Answer'): Promise<string | undefined> {
  const types = await renderTypes(contractWith({ [schema]: { type: 'object', properties: { it: field } } }));
  return /^ +it(\??: .*?);\n\};\n/ms.exec(types)?.[1]?.replace(/\s+/g, ' ');
}

describe('values', () => {
  it('suggests the known values of an open set and accepts others', async () => {
    expect(await typeOf({ type: 'string', 'x-extensible-enum': ['a', 'b'] })).toBe('?: "a" | "b" | (string & {})');
  });

  it('keeps null beside an open set', async () => {
    const field = { type: ['string', 'null'], 'x-extensible-enum': ['a'] };
    expect(await typeOf(field)).toBe('?: ("a" | (string & {})) | null');
  });

  it('keeps closed sets closed', async () => {
    expect(await typeOf({ type: 'string', enum: ['a', 'b'] })).toBe('?: "a" | "b"');
  });

  it('never opens a constant', async () => {
    expect(await typeOf({ type: 'string', const: 'a', 'x-extensible-enum': ['a'] })).toBe('?: "a"');
  });

  it('takes bytes in the forms that every runtime has', async () => {
    expect(await typeOf({ type: 'string', format: 'binary' })).toBe('?: Blob | ArrayBuffer | Uint8Array');
  });

  it('leaves a field with a default optional', async () => {
    expect(await typeOf({ type: 'integer', default: 10 }, 'Sent')).toBe('?: number | undefined');
  });
});

describe('objects', () => {
  it('names only what is known of an open answer', async () => {
    const field = { type: 'object', additionalProperties: true, properties: { a: { type: 'string' } } };
    expect(await typeOf(field)).toBe('?: { a?: string; }');
  });

  it('keeps the rest of an open answer that is composed', async () => {
    const field = {
      type: 'object',
      additionalProperties: true,
      properties: { a: { type: 'string' } },
      allOf: [{ $ref: '#/components/schemas/Sent' }],
    };
    expect(await typeOf(field)).toBe('?: { a?: string; } & Sent');
  });

  it('lets extra keys be read where they are the point', async () => {
    const field = { type: 'object', additionalProperties: {}, properties: { a: { type: 'string' } } };
    expect(await typeOf(field)).toBe('?: { a?: string; } & { [key: string]: unknown; }');
  });

  it('leaves a map without named fields a map', async () => {
    expect(await typeOf({ type: 'object', additionalProperties: true })).toBe('?: { [key: string]: unknown; }');
  });
});

describe('arrays', () => {
  const list = { type: 'array', items: { type: 'string' } };
  const pair = { type: 'array', prefixItems: [{ type: 'string' }, { type: 'integer' }] };

  it('may be constants where they are sent', async () => {
    expect(await typeOf(list, 'Sent')).toBe('?: readonly string[] | undefined');
    expect(await typeOf(pair, 'Sent')).toBe('?: readonly [ string, number ] | undefined');
    expect(await typeOf({ type: 'array', items: list }, 'Sent')).toBe('?: readonly (readonly string[])[] | undefined');
  });

  it('belong to the caller where they come back', async () => {
    expect(await typeOf(list)).toBe('?: string[]');
    expect(await typeOf(pair)).toBe('?: [ string, number ]');
  });

  it('may be constants in a parameter', async () => {
    expect(await renderTypes(contractWith({}))).toContain('tags?: readonly string[] | undefined;');
  });
});

it('takes undefined for an optional field of a request, and promises none in an answer', async () => {
  const field = { type: 'string', enum: ['a', 'b'] };
  expect(await typeOf(field, 'Sent')).toBe('?: "a" | "b" | undefined');
  expect(await typeOf(field)).toBe('?: "a" | "b"');
});

describe('names and comments', () => {
  it('exports every schema under its own name, with its description', async () => {
    const types = await renderTypes(contractWith({ PDFParser: { type: 'object', description: 'Reads PDF files.' } }));
    expect(types).toContain('/** Reads PDF files. */\nexport type PDFParser = Record<string, never>;');
    expect(types).toContain('        PDFParser: PDFParser;');
  });

  it('speaks of a schema by its name wherever it is used', async () => {
    const types = await renderTypes(contractWith({}));
    expect(types).toContain('"application/json": Sent;');
    expect(types).not.toContain('components["schemas"]');
  });

  it('exports nothing that has no use', async () => {
    expect(await renderTypes(contractWith({}))).not.toContain('$defs');
  });

  it('sets the description of an operation apart from its summary', async () => {
    const types = await renderTypes(contractWith({}, { summary: 'Call it', description: 'First.\n\nThen:\n- this' }));
    expect(types).toContain(
      ['/**', '* Call it', '*', '* First.', '*', '* Then:', '* - this', '*/'].join('\n         '),
    );
  });

  it('names limits beside the default', async () => {
    const field = { type: 'integer', description: 'How many.', minimum: 1, maximum: 100, default: 10 };
    const types = await renderTypes(contractWith({ Sent: { type: 'object', properties: { limit: field } } }));
    const lines = ['/**', '* How many.', '* @minimum 1', '* @maximum 100', '* @default 10', '*/'];
    expect(types).toContain(lines.join('\n     '));
  });

  it('keeps defaults and deprecation', async () => {
    const field = { type: 'string', description: 'Use that.', default: 'x', deprecated: true };
    const types = await renderTypes(contractWith({ Sent: { type: 'object', properties: { old: field } } }));
    expect(types).toContain(['/**', '* @deprecated', '*', '* Use that.', '* @default x', '*/'].join('\n     '));
  });
});

it('shows the words of what a field refers to, unless it has its own', async () => {
  const $ref = '#/components/schemas/Url';
  const schemas = {
    Url: { type: 'string', description: 'A URL.' },
    Sent: { type: 'object', properties: { plain: { $ref }, own: { $ref, description: 'Where to start.' } } },
  };
  const types = await renderTypes(contractWith(schemas));
  expect(types).toMatch(/\/\*\* A URL\. \*\/\s+plain\?: Url \| undefined;/);
  expect(types).toMatch(/\/\*\* Where to start\. \*\/\s+own\?: Url \| undefined;/);
});

it('says where a contract cannot be turned into types', async () => {
  const broken = renderTypes(contractWith({ Answer: { type: 'object', properties: { it: 'text' } } }));
  await expect(broken).rejects.toThrow(ContractError);
  await expect(broken).rejects.toThrow(/#\/components\/schemas\/Answer: invalid property it/);
});
