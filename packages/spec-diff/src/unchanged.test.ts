import { expect, it } from 'vitest';
import type { JsonObject } from './json.js';
import { withoutUnchanged } from './unchanged.js';

const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });

const contract = (size: string, schemas: JsonObject = {}): JsonObject => ({
  paths: {
    '/a': { get: { parameters: [{ name: 'a', in: 'query', schema: ref('Page') }] } },
    '/b': { get: { parameters: [{ name: 'b', in: 'query', schema: ref('Other') }] } },
  },
  components: {
    schemas: {
      Page: { properties: { size: ref('Size') } },
      Size: { type: size },
      Other: { type: 'string' },
      ...schemas,
    },
  },
});

const names = (root: JsonObject) => ({
  paths: Object.keys(root.paths ?? {}),
  schemas: Object.keys((root.components as { schemas: JsonObject }).schemas),
});

it('keeps what differs, what refers to it, and what that refers to', () => {
  const { before, after } = withoutUnchanged({ before: contract('integer'), after: contract('string') });
  expect(names(before)).toEqual({ paths: ['/a'], schemas: ['Page', 'Size'] });
  expect(names(after)).toEqual(names(before));
});

it('keeps on both sides what only one of them needs', () => {
  const added = contract('integer', { New: { oneOf: [ref('Other')] } });
  const { before, after } = withoutUnchanged({ before: contract('integer'), after: added });
  expect(names(before)).toEqual({ paths: [], schemas: ['Other'] });
  expect(names(after)).toEqual({ paths: [], schemas: ['Other', 'New'] });
});

it('keeps all paths where the servers or the ways to authenticate differ', () => {
  const moved = { ...contract('integer'), servers: [{ url: '/v2' }] };
  expect(names(withoutUnchanged({ before: contract('integer'), after: moved }).before).paths).toEqual(['/a', '/b']);
});
