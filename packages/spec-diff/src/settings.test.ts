import { describe, expect, it } from 'vitest';
import { compare } from './compare.js';
import { parseSpec } from './document.js';
import type { JsonObject } from './json.js';
import type { ComparisonSettings } from './settings.js';

const today = new Date('2030-06-01T12:00:00Z');

/** What is found between two versions of one operation. */
function found(before: JsonObject, after: JsonObject, settings: ComparisonSettings = {}): string[] {
  const of = (operation: JsonObject) =>
    parseSpec(
      JSON.stringify({
        openapi: '3.1.0',
        info: { title: 'Things', version: '1' },
        paths: { '/things': { get: { responses: {}, ...operation } } },
      }),
      'openapi.yaml',
    );
  const { changes } = compare(of(before), of(after), { today, ...settings });
  return changes.map(({ level, rule }) => `${level} ${rule}`);
}

describe('an extension', () => {
  it('is wording, unless a meaning is given to it', () => {
    expect(found({ 'x-rate': 1 }, { 'x-rate': 2 })).toEqual(['docs modified']);
    expect(found({ 'x-rate': 1 }, { 'x-rate': 2 }, { extensions: { 'x-rate': 'information' } })).toEqual([
      'additive extension-changed',
    ]);
  });

  it('that guarantees something breaks when it is withdrawn', () => {
    const extensions = { 'x-safe': 'guarantee' } as const;
    expect(found({ 'x-safe': true }, {}, { extensions })).toEqual(['breaking extension-changed']);
    expect(found({}, { 'x-safe': true }, { extensions })).toEqual(['additive extension-changed']);
    expect(found({}, { 'x-safe': false }, { extensions })).toEqual(['docs extension-changed']);
  });

  it('that promises an amount breaks when it is less', () => {
    const extensions = { 'x-lifetime': 'promised-amount' } as const;
    expect(found({ 'x-lifetime': 10 }, { 'x-lifetime': 5 }, { extensions })).toEqual(['breaking extension-changed']);
    expect(found({}, { 'x-lifetime': 5 }, { extensions })).toEqual(['breaking extension-changed']);
    expect(found({ 'x-lifetime': 5 }, {}, { extensions })).toEqual(['additive extension-changed']);
  });
});

describe('the day of a removal', () => {
  const announced = (day: string) => ({ deprecated: true, 'x-sunset': day });

  it('must not move to an earlier one', () => {
    expect(found(announced('2031-01-01'), announced('2030-12-01'))).toEqual(['breaking sunset-changed']);
    expect(found(announced('2031-01-01'), announced('2031-02-01'))).toEqual(['additive sunset-changed']);
    expect(found(announced('2031-01-01'), { deprecated: true })).toEqual(['warning sunset-changed']);
  });

  it('is announced early enough, and at all, where days of notice are due', () => {
    const sunset = { noticeDays: 90 };
    expect(found({ deprecated: true }, announced('2030-07-01'), { sunset })).toEqual(['warning sunset-changed']);
    expect(found({ deprecated: true }, announced('2030-12-01'), { sunset })).toEqual(['additive sunset-changed']);
    expect(found({}, { deprecated: true }, { sunset })).toEqual(['warning deprecation-without-date']);
    expect(found({}, { deprecated: true })).toEqual(['additive modified']);
  });
});

describe('stability', () => {
  it('must not become less', () => {
    const of = (level: string) => ({ 'x-stability-level': level });
    expect(found(of('stable'), of('beta'))).toEqual(['breaking stability-changed']);
    expect(found(of('beta'), of('stable'))).toEqual(['additive stability-changed']);
  });

  it('that was never promised lets an operation change in any way', () => {
    const limit = { name: 'limit', in: 'query', schema: { type: 'integer' } };
    const draft = { 'x-stability-level': 'draft' };
    expect(found({ parameters: [limit] }, {})).toEqual(['breaking parameter-removed']);
    expect(found({ ...draft, parameters: [limit] }, draft)).toEqual(['additive parameter-removed']);
  });
});
