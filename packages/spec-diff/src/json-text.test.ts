import { expect, it } from 'vitest';
import { parseSpec } from './document.js';
import { jsonOf } from './json-text.js';

it.each([
  ['keys with quotes, colons and backslashes', { 'a"b': 1, 'c: d': { '': [{ e: '":' }, 'f": g'] } }],
  ['texts that look like keys', { a: '"b": "c"', d: ['"e" :', '\\":'] }],
])('reads %s', (_name, value) => {
  expect(jsonOf(JSON.stringify(value))).toEqual(value);
  expect(jsonOf(JSON.stringify(value, null, 2))).toEqual(value);
});

it('leaves a key that ends in a backslash, a key that stands twice and what is no JSON to the parser of YAML', () => {
  expect(jsonOf('{ "a\\\\": 1 }')).toBeUndefined();
  expect(jsonOf('{ "a": 1, "b": { "c": 1, "c": 2 } }')).toBeUndefined();
  expect(jsonOf('{ a: 1 }')).toBeUndefined();
  expect(jsonOf('a: 1')).toBeUndefined();
});

it('refuses a contract in JSON that names a key twice', () => {
  const text = '{ "openapi": "3.1.0",\n "paths": { "/a": {},\n "/a": {} } }';
  expect(() => parseSpec(text, 'openapi.json')).toThrow(/^openapi\.json:3:\d+: this is not YAML: .*unique/);
});
