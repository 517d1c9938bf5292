import { describe, expect, it } from 'vitest';
import { contractWith, theOperation } from './contract-for-tests.js';
import { addNotes } from './notes.js';
import type { Operation, Schema } from './openapi.js';

function described(operation: Partial<Operation>): string | undefined {
  const contract = contractWith({ operation });
  addNotes(contract);
  return theOperation(contract).description;
}

function noted(schema: Schema): Schema | undefined {
  const contract = contractWith({ schemas: { Thing: { properties: { field: schema } } } });
  addNotes(contract);
  const { field } = (contract.components?.schemas?.Thing?.properties ?? {}) as { field?: Schema };
  return field;
}

describe('an operation', () => {
  it('says whether it can be repeated', () => {
    expect(described({ description: 'Makes it.', 'x-repeat-safe': true })).toMatch(
      /^Makes it\.\n\n> \*\*Safe to repeat:\*\* yes\./,
    );
    expect(described({ 'x-repeat-safe': false })).toMatch(/^> \*\*Safe to repeat:\*\* no\./);
  });

  it('says when it was only observed', () => {
    expect(described({ 'x-evidence': 'observed' })).toMatch(/^> \*\*Observed:\*\* read off running servers/);
    expect(described({ 'x-evidence': 'documented', description: 'Makes it.' })).toBe('Makes it.');
  });

  it('says when it needs no key', () => {
    expect(described({ security: [{ bearerAuth: [] }, {}] })).toMatch(/^> \*\*Key:\*\* optional/);
  });

  it('keeps its notes together', () => {
    expect(described({ 'x-repeat-safe': true, 'x-evidence': 'observed' })?.split('\n')).toEqual([
      expect.stringMatching(/^> \*\*Safe/),
      '>',
      expect.stringMatching(/^> \*\*Observed/),
    ]);
  });
});

it('says on a webhook that it was observed', () => {
  const post: Operation = { operationId: 'thingMade', 'x-evidence': 'observed' };
  addNotes(contractWith({ rest: { webhooks: { thingMade: { post } } } }));
  expect(post.description).toContain('**Observed:**');
});

describe('a field', () => {
  it('lists an open set, and that it is open', () => {
    expect(noted({ description: 'How it is.', 'x-extensible-enum': ['new', 'old'] })?.description).toBe(
      'How it is.\n\nOne of `new`, `old`. New values may come.',
    );
  });

  it('does not list a set whose values are explained one by one', () => {
    const schema = { 'x-extensible-enum': ['new'], 'x-enumDescriptions': { new: 'Just made.' } };
    expect(noted(schema)?.description).toBe('New values may come.');
  });

  it('does not say twice that a set is open', () => {
    const schema = { description: 'New codes may come.', 'x-extensible-enum': ['A'], 'x-enumDescriptions': { A: 'a' } };
    expect(noted(schema)?.description).toBe('New codes may come.');
  });

  it('says how long a URL can be used', () => {
    expect(noted({ 'x-expires-after-ms': 86_400_000 })?.['x-badges']).toEqual([
      { name: 'expires after 24 hours', color: 'grey' },
    ]);
  });

  it('says what its default becomes with lockdown', () => {
    expect(noted({ default: 2, 'x-default-in-lockdown': 730 })?.description).toBe('Default with `lockdown`: `730`');
  });

  it('has the type of its only value', () => {
    expect(noted({ const: 'crawl.page' })).toHaveProperty('type', 'string');
    expect(noted({ const: true })).toHaveProperty('type', 'boolean');
  });

  it('says when it was observed in a thing that is documented', () => {
    expect(noted({ 'x-evidence': 'observed' })?.['x-badges']).toEqual([{ name: 'observed', color: 'grey' }]);
  });

  it('says nothing of that in a thing that was observed as a whole', () => {
    const field: Schema = { 'x-evidence': 'observed' };
    addNotes(contractWith({ schemas: { Thing: { 'x-evidence': 'observed', properties: { field } } } }));
    expect(field['x-badges']).toBeUndefined();
  });
});

it('leaves data alone that only looks like a schema', () => {
  const example = { 'x-extensible-enum': ['a'], description: 'one\ntwo' };
  addNotes(contractWith({ schemas: { Thing: { example, default: example, properties: { default: {} } } } }));
  expect(example.description).toBe('one\ntwo');
});

it('does not repeat in every answer that it may gain fields', () => {
  const open: Schema = { additionalProperties: true, properties: {} };
  const map: Schema = { additionalProperties: true };
  addNotes(contractWith({ schemas: { Open: open, Map: map } }));
  expect(open).not.toHaveProperty('additionalProperties');
  expect(map).toHaveProperty('additionalProperties', true);
});
