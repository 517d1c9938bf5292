import { describe, expect, it } from 'vitest';
import { contractWith } from './contract-for-tests.js';
import type { CreditRule, Schema } from './openapi.js';
import { addTables } from './tables.js';

function creditRow(rule: Partial<CreditRule>): string | undefined {
  const contract = contractWith({
    introduction: '<!-- table: credit-rules -->',
    rest: { 'x-credit-rules': [{ id: 'one', description: 'Why.', ...rule }] },
  });
  addTables(contract);
  return contract.info.description?.split('\n').at(-1);
}

function codes(schema: Schema): string | undefined {
  const contract = contractWith({ introduction: '<!-- table: error-codes -->', schemas: { ErrorCode: schema } });
  addTables(contract);
  return contract.info.description;
}

describe('the credit rules', () => {
  it.each([
    [
      { field: 'enterprise', value: 'zdr', least: 10, most: 10, per: '10 results' },
      '`enterprise: zdr` | 10 per 10 results',
    ],
    [{ field: 'proxy', value: 'enhanced', most: 5, per: 'request' }, '`proxy: enhanced` | up to 5 per request'],
    [{ field: 'proxy', value: 'auto', least: 1, most: 5 }, '`proxy: auto` | 1 to 5'],
    [{ field: 'parsers', value: [], least: 1, most: 1, per: 'PDF' }, '`parsers: []` | 1 per PDF'],
    [{ field: 'mode', value: 'normal', least: 2, most: 2, per: 'URL', extra: true }, '`mode: normal` | 2 more per URL'],
    [{ least: 1, most: 1, per: 'page' }, 'always | 1 per page'],
  ])('say %j in words', (rule, cells) => {
    expect(creditRow(rule)).toBe(`| ${cells} | Why. |`);
  });

  it('have to be there', () => {
    expect(() => addTables(contractWith({ introduction: '<!-- table: credit-rules -->' }))).toThrow(
      '#/x-credit-rules: the introduction shows the credit rules, but there are none.',
    );
  });
});

describe('the error codes', () => {
  it('stand with their meaning, each on one line', () => {
    expect(codes({ 'x-extensible-enum': ['A_B'], 'x-enumDescriptions': { A_B: 'Either a|b,\nor both.\n' } })).toBe(
      '| Code | Meaning |\n| --- | --- |\n| `A_B` | Either a\\|b, or both. |',
    );
  });

  it('say with which status they come', () => {
    const schema = { 'x-extensible-enum': ['A'], 'x-enumDescriptions': { A: 'Gone.' }, 'x-enumStatuses': { A: 410 } };
    expect(codes(schema)).toContain('| `A` | Gone. Comes with status 410. |');
  });

  it('have to be explained', () => {
    expect(() => codes({ 'x-extensible-enum': ['A', 'B'], 'x-enumDescriptions': { A: 'a' } })).toThrow(
      '#/components/schemas/ErrorCode/x-enumDescriptions: the value B is not explained.',
    );
    expect(() => codes({})).toThrow('#/components/schemas/ErrorCode: the table of its values needs');
  });
});

it('names a table that does not exist', () => {
  expect(() => addTables(contractWith({ introduction: 'See <!-- table: limit --> there.' }))).toThrow(
    "#/info/description: it asks for the table 'limit', which does not exist. There are: credit-rules, regular-credits, error-codes, limits, formats, actions, sources, categories, parsers, redact-pii, threat-protection, monitor-run.",
  );
});
