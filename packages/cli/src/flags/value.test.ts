import { expect, it } from 'vitest';
import type { Flag, FlagKind } from './flag.js';
import { requestFrom } from './request.js';
import { valueFrom } from './value.js';

const flag = (kind: FlagKind, more: Partial<Flag> = {}): Flag => ({ name: 'x', field: ['x'], kind, help: '', ...more });

it.each<[FlagKind, string[], unknown]>([
  ['boolean', ['true'], true],
  ['boolean', ['false'], false],
  ['integer', ['3'], 3],
  ['number', ['0.5'], 0.5],
  ['string', ['a', 'b'], 'b'],
  ['strings', ['a, b', 'c'], ['a', 'b', 'c']],
  [
    'items',
    ['markdown,links', '{"type":"json","prompt":"a,b"}'],
    ['markdown', 'links', { type: 'json', prompt: 'a,b' }],
  ],
  ['items', ['[{"type":"wait","milliseconds":5}]'], [{ type: 'wait', milliseconds: 5 }]],
  ['json', ['{"a":1}'], { a: 1 }],
  ['json', ['true'], true],
  ['json', ['https://hooks.example.com'], 'https://hooks.example.com'],
])('a value of kind %s', (kind, given, value) => {
  expect(valueFrom(flag(kind), given)).toEqual(value);
});

it.each<[Flag, string[], string]>([
  [flag('integer'), ['1.5'], '--x must be a whole number, not "1.5".'],
  [flag('integer'), [''], '--x must be a whole number, not "".'],
  [flag('integer', { min: 1 }), ['0'], '--x must be at least 1, not 0.'],
  [flag('number', { exclusiveMin: 0 }), ['0'], '--x must be more than 0, not 0.'],
  [flag('number', { max: 1 }), ['1.5'], '--x must be at most 1, not 1.5.'],
  [flag('number'), ['1s'], '--x must be a number, not "1s".'],
  [flag('string', { choices: ['a', 'b'] }), ['c'], '--x must be one of a, b, not "c".'],
  [flag('strings', { choices: ['a', 'b'] }), ['a,c'], '--x must be one of a, b, not "c".'],
  [flag('json'), ['@/nowhere.json'], '--x: /nowhere.json cannot be read (ENOENT).'],
])('a value that does not fit is refused by the name of its flag', (given, texts, message) => {
  expect(() => valueFrom(given, texts)).toThrow(message);
});

it('says where JSON is broken', () => {
  expect(() => valueFrom(flag('json'), ['{"a":'])).toThrow(/^--x is not valid JSON: /);
});

it('puts flags on top of the body, field by field', () => {
  const flags = [
    flag('string', { name: 'location-country', field: ['location', 'country'] }),
    flag('integer', { name: 'limit', field: ['limit'] }),
  ];
  const given = new Map([['location-country', ['DE']]]);
  const body = { limit: 5, location: { languages: ['de'] } };
  expect(requestFrom(flags, given, body)).toEqual({ limit: 5, location: { languages: ['de'], country: 'DE' } });
  expect(body).toEqual({ limit: 5, location: { languages: ['de'] } });
});
