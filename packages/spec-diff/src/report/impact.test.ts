import { expect, it } from 'vitest';
import { compare } from '../compare.js';
import { parseSpec } from '../document.js';
import type { JsonObject } from '../json.js';
import { forAudience } from '../policy.js';

const document = (keys: JsonObject) =>
  parseSpec(
    JSON.stringify({ openapi: '3.1.0', info: { title: 'Things', version: '1' }, paths: {}, ...keys }),
    'openapi.yaml',
  );

const operation = (keys: JsonObject) => document({ paths: { '/things': { post: { responses: {}, ...keys } } } });

const body = (schema: JsonObject) => operation({ requestBody: { content: { 'application/json': { schema } } } });

const schemas = (all: JsonObject) => document({ components: { schemas: all } });

it.each([
  ['another name of an operation', operation({ operationId: 'a' }), operation({ operationId: 'b' }), 'none', 'major'],
  ['a component that is gone', schemas({ A: { type: 'string' } }), schemas({}), 'none', 'major'],
  [
    'another type that no operation reaches',
    schemas({ A: { type: 'string' } }),
    schemas({ A: { type: 'integer' } }),
    'none',
    'major',
  ],
  ['a bound of a request', body({ type: 'string' }), body({ type: 'string', maxLength: 5 }), 'major', 'none'],
  ['another type of a request', body({ type: 'string' }), body({ type: 'integer' }), 'major', 'major'],
  ['another default', body({ type: 'integer', default: 1 }), body({ type: 'integer', default: 2 }), 'minor', 'none'],
])('of %s is a verdict for the wire and one for the types', (_name, before, after, wire, types) => {
  const report = compare(before, after);
  expect(report.verdicts).toEqual({ wire, types });
  expect(forAudience(report, 'wire').verdict).toBe(wire);
  expect(forAudience(report, 'types').verdict).toBe(types);
});
