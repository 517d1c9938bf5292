import { posix } from 'node:path';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { stringify } from 'yaml';
import { fixedRuns } from '../../../test/properties.js';
import { compare } from '../src/compare.js';
import { loadSpec, parseSpec } from '../src/document.js';
import { isObject, type Json, type JsonObject, jsonText, type Path, pointerOf, valueAt } from '../src/json.js';

const NAMES_OF_TYPES = ['added', 'type-removed'];

const ENTRY = 'api/openapi.yaml';

const schema = (more: object = {}) => ({
  type: 'object',
  required: ['n'],
  properties: {
    n: { type: 'string' },
    m: { allOf: [{ $ref: '#/components/schemas/S' }] },
    list: { type: 'array', items: { type: 'string' } },
  },
  ...more,
});

/** A contract with a part of each kind. */
const whole = (version: string): JsonObject =>
  JSON.parse(
    JSON.stringify({
      openapi: version,
      info: { title: 'T', version: '1', license: { name: 'MIT' } },
      servers: [{ url: 'https://a.example', variables: { v: { default: 'a', enum: ['a', 'b'] } } }],
      tags: [{ name: 'a' }],
      security: [{ k: [] }],
      paths: {
        '/t/{id}': {
          parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }],
          post: {
            operationId: 'p',
            tags: ['a'],
            parameters: [
              { name: 'q', in: 'query', schema: { type: 'string', enum: ['a', 'b'] } },
              { name: 'f', in: 'query', content: { 'application/json': { schema: { type: 'object' } } } },
            ],
            requestBody: {
              required: true,
              content: {
                'application/json': { schema: schema(), examples: { one: { value: { n: 'x' } } } },
                'multipart/form-data': { schema: schema(), encoding: { n: { contentType: 'text/plain' } } },
              },
            },
            responses: {
              '200': {
                description: 'd',
                headers: { 'X-A': { schema: { type: 'string' } } },
                content: { 'application/json': { schema: { oneOf: [schema(), { type: 'array', items: schema() }] } } },
                links: { next: { operationId: 'p' } },
              },
              default: { description: 'e' },
            },
            callbacks: { c: { '{$request.query.q}': { post: { responses: { '200': { description: 'd' } } } } } },
            security: [{ k: [] }],
          },
        },
      },
      components: {
        schemas: {
          S: schema({ additionalProperties: false }),
          'With Blank~': { type: 'string', enum: ['a'] },
          T: { not: { $ref: '#/components/schemas/S' } },
        },
        securitySchemes: {
          k: { type: 'apiKey', in: 'header', name: 'X' },
          o: { type: 'oauth2', flows: { clientCredentials: { tokenUrl: 'https://a.example/t', scopes: { a: 'b' } } } },
        },
        responses: { E: { description: 'e' } },
        parameters: { P: { name: 'p', in: 'header', schema: { type: 'string' } } },
        headers: { H: { schema: { type: 'integer' } } },
        examples: { X: { value: 1 } },
        requestBodies: { B: { content: { 'text/plain': { schema: { type: 'string' } } } } },
        callbacks: { K: { '{$request.query.q}': { post: { responses: {} } } } },
      },
    }),
  );

/** Places whose value is data, or of which a reference would not be one. */
const isData = (path: Path) =>
  ['example', 'value', 'enum', 'required', 'default', 'scopes', 'openapi'].includes(path.at(-1) ?? '') ||
  path.includes('value');

function placesIn(value: Json, path: Path = []): Path[] {
  if (typeof value !== 'object' || value === null || isData(path)) return [];
  const isReference = isObject(value) && '$ref' in value;
  return [
    ...(path.length > 0 && !isReference ? [path] : []),
    ...Object.entries(value).flatMap(([key, inner]) => placesIn(inner, [...path, key])),
  ];
}

/** How a part is put into another file: where that is, and whether it is the whole of it. */
interface Move {
  file: string;
  pointer: Path;
}

const move: fc.Arbitrary<Move> = fc.record({
  file: fc.constantFrom(
    'part.yaml',
    'parts/a b.yaml',
    'parts/deep/ü.json',
    '../shared/part.yaml',
    'parts/c#d.yaml',
    'p%q.yaml',
  ),
  pointer: fc.constantFrom([], ['x'], ['a/b', 'c~d'], ['with blank', '50%'], ['ä']),
});

/** The contract in several files, of which each says the same as the place that it was taken from. */
function split(document: JsonObject, path: Path, { file, pointer }: Move): Record<string, string> {
  const entry = structuredClone(document);
  const target = posix.join(posix.dirname(ENTRY), file);
  const back = posix.relative(posix.dirname(target), ENTRY);
  const taken = valueAt(entry, path) ?? null;
  const holder = valueAt(entry, path.slice(0, -1)) as JsonObject;
  const encoded = pointer.map((key) => encodeURIComponent(key.replaceAll('~', '~0').replaceAll('/', '~1')));
  const fragment = pointer.length === 0 ? '' : `#/${encoded.join('/')}`;
  holder[path.at(-1) ?? ''] = { $ref: `${file.split('/').map(encodeURIComponent).join('/')}${fragment}` };
  const moved = pointer.reduceRight<Json>((value, key) => ({ [key]: value }), withReferencesTo(back, taken));
  return { [ENTRY]: stringify(entry), [target]: file.endsWith('.json') ? jsonText(moved) : stringify(moved) };
}

function withReferencesTo(file: string, value: Json): Json {
  if (Array.isArray(value)) return value.map((item) => withReferencesTo(file, item));
  if (!isObject(value)) return value;
  const entries = Object.entries(value).map(([key, inner]): [string, Json] =>
    key === '$ref' ? [key, `${file}${inner}`] : [key, withReferencesTo(file, inner)],
  );
  return Object.fromEntries(entries);
}

const read = (files: Record<string, string>) =>
  loadSpec(files[ENTRY] ?? '', ENTRY, {
    file: ENTRY,
    files: () => ({ entry: ENTRY, read: async (path) => files[path] }),
  });

for (const version of ['3.0.3', '3.1.0'] as const) {
  const document = whole(version);
  const places = placesIn(document);

  it(`a contract of OpenAPI ${version} means the same when any part of it stands in another file`, async () => {
    const text = stringify(document);
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...places), move, async (path, to) => {
        const report = compare(parseSpec(text, ENTRY), await read(split(document, path, to)));
        // A schema in a file of its own becomes a component, and so a type with a name.
        const others = report.changes.filter(
          ({ rule, level }) => level !== 'equivalent' && !NAMES_OF_TYPES.includes(rule),
        );
        expect([pointerOf(path), ...others.map(({ message }) => message)]).toEqual([pointerOf(path)]);
      }),
      { ...fixedRuns(40), endOnFailure: true },
    );
  });
}
