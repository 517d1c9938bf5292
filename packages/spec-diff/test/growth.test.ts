import { Session } from 'node:inspector/promises';
import { afterAll, expect, it, vi } from 'vitest';
import type { SpecDocument } from '../src/document.js';
import { type JsonObject, jsonText } from '../src/json.js';
import { plainText } from '../src/text.js';

// Growth shows in contracts that are large beside what is bounded, and small ones are quick to compare.
vi.doMock('../src/comparison/most-members.js', () => ({ MOST_MEMBERS: 6 }));
// Other files of this process have loaded what reads it.
vi.resetModules();
const { compare } = await import('../src/compare.js');
const { parseSpec } = await import('../src/document.js');

afterAll(() => {
  vi.doUnmock('../src/comparison/most-members.js');
  vi.resetModules();
});

/** Two contracts of a size, the second one with a change. */
type Pair = (size: number) => [JsonObject, JsonObject];

const reference = (name: string) => ({ $ref: `#/components/schemas/${name}` });

function contract(schemas: JsonObject, paths: JsonObject): JsonObject {
  return { openapi: '3.1.0', info: { title: 'Grown', version: '1.0.0' }, paths, components: { schemas } };
}

function operation(schema: JsonObject): JsonObject {
  const content = { 'application/json': { schema } };
  return { post: { requestBody: { content }, responses: { 200: { description: 'Done.', content } } } };
}

const both = (make: (field: JsonObject) => JsonObject): [JsonObject, JsonObject] => [
  make({ type: 'string' }),
  make({ type: 'integer' }),
];

const entries = (size: number, entry: (index: number) => [string, JsonObject]): JsonObject =>
  Object.fromEntries(Array.from({ length: size }, (_each, index) => entry(index)));

/** Components that refer to each other, the last of which changes. */
function cycle(referring: (target: JsonObject) => JsonObject): Pair {
  return (size) =>
    both((field) => {
      const target = (index: number) => referring(reference(`E${index % size}`));
      const schemas = entries(size, (index) => [
        `E${index}`,
        {
          type: 'object',
          properties: {
            id: index === size - 1 ? field : { type: 'string' },
            next: target(index + 1),
            other: target(index * 2 + 3),
          },
        },
      ]);
      return contract(schemas, { '/entities': operation(reference('E0')) });
    });
}

/** A schema inside of a schema, and so on. */
function nesting(around: (inner: JsonObject) => JsonObject): Pair {
  return (size) =>
    both((field) => {
      const schema = Array.from({ length: size }).reduce<JsonObject>(around, { type: 'object', properties: { field } });
      return contract({}, { '/nested': operation(schema) });
    });
}

/** Components of which each is made of the next one. */
function chain(referring: (target: JsonObject) => JsonObject): Pair {
  return (size) =>
    both((field) => {
      const schemas = entries(size, (index) => [
        `E${index}`,
        index === size - 1 ? { type: 'object', properties: { field } } : referring(reference(`E${index + 1}`)),
      ]);
      return contract(schemas, { '/chain': operation(reference('E0')) });
    });
}

const nullable = (target: JsonObject): JsonObject => ({ anyOf: [target, { type: 'null' }] });

const PAIRS: Record<string, Pair> = {
  'a cycle of references': cycle((target) => target),
  'a cycle of what may be null': cycle(nullable),
  'a cycle of what may be null twice': cycle((target) => nullable(nullable(target))),
  'a cycle of unions in unions': cycle((target) => ({ oneOf: [nullable(target), { type: 'string' }] })),
  'a cycle of lists of unions': cycle((target) => ({ type: 'array', items: { oneOf: [target, { type: 'string' }] } })),
  'a cycle of parts': cycle((target) => ({ allOf: [target, { properties: { more: { type: 'string' } } }] })),
  'a cycle of parts with keywords that say nothing': cycle((target) => ({
    allOf: [target, { properties: { next: { minContains: 1, properties: { more: { type: 'string' } } } } }],
  })),
  'objects in objects': nesting((inner) => ({ type: 'object', properties: { inner } })),
  'unions in unions': nesting((inner) => ({ anyOf: [inner, { type: 'string' }] })),
  'lists of lists': nesting((items) => ({ type: 'array', items })),
  'a chain of fields': chain((target) => ({ type: 'object', properties: { next: nullable(target) } })),
  'a chain of unions': chain((target) => ({ oneOf: [target, { type: 'object', properties: { kind: { const: 1 } } }] })),
  'a chain of references': chain((target) => target),
  'operations with one schema': (size) =>
    both((field) => {
      const shared = { type: 'object', properties: { field } };
      return contract(
        { Shared: shared },
        entries(size, (index) => [`/p${index}`, operation(reference('Shared'))]),
      );
    }),
  'changes of components': (size) =>
    both((field) => {
      const schemas = entries(size, (index) => [`S${index}`, { type: 'object', properties: { field } }]);
      return contract(
        schemas,
        entries(size, (index) => [`/p${index}`, operation(reference(`S${index}`))]),
      );
    }),
};

const SIZE = 20;

/** How much more work twice the size may be. What stands deep is reached through all that is around it. */
const MOST_GROWTH = 2.4;

it('compares what is nested 600 times', () => {
  const inner: readonly ((inner: JsonObject) => JsonObject)[] = [
    (each) => ({ type: 'object', properties: { each } }),
    (each) => ({ anyOf: [each, { type: 'string' }] }),
  ];
  for (const around of inner) expect(reportOn(nesting(around)(600)).changes).not.toEqual([]);
});

it('refuses a chain of parts of which each has all that follow', () => {
  const pair = chain((target) => ({ allOf: [target, { properties: { more: { type: 'string' } } }] }));
  expect(() => reportOn(pair(650))).toThrow(/combined up to here \(allOf, \$ref\) have more than \d+ parts/);
});

it('says where a union has too many members to compare one by one', () => {
  const members = (from: number, size: number) =>
    Array.from({ length: size }, (_each, index) => ({ type: 'object', properties: { kind: { const: from + index } } }));
  const pair = (size: number) =>
    both((field) => {
      const inner = { oneOf: [{ type: 'object', properties: { kind: { const: 0 }, field } }, ...members(1, size)] };
      const outer = { oneOf: [reference('Inner'), ...members(1000, size)] };
      return contract({ Inner: inner, Outer: outer }, { '/union': operation(reference('Outer')) });
    });
  expect(reportOn(pair(2)).remarks).toBeUndefined();
  const [remark = [], ...others] = reportOn(pair(4)).remarks ?? [];
  expect(others).toEqual([]);
  expect(plainText(remark)).toMatch(/^More than 6 members: `#\/components\/schemas\/Outer`\. /);
});

it('a contract of twice the size is twice the work', async () => {
  const session = new Session();
  session.connect();
  await session.post('Profiler.enable');
  await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
  const calls = async (): Promise<number> => {
    const { result } = await session.post('Profiler.takePreciseCoverage');
    const functions = result.filter(({ url }) => url.includes('/spec-diff/src/')).flatMap((script) => script.functions);
    return functions.reduce((sum, { ranges: [whole] }) => sum + (whole?.count ?? 0), 0);
  };
  const read = (pair: Pair, size: number) =>
    pair(size).map((document, index) => parseSpec(jsonText(document), `${index}`)) as [SpecDocument, SpecDocument];
  const documents = Object.entries(PAIRS).map(
    ([name, pair]) => [name, [read(pair, SIZE), read(pair, 2 * SIZE)]] as const,
  );
  // Reading is not counted.
  await calls();
  const grown: Record<string, number> = {};
  for (const [name, [small, large]] of documents) {
    compare(...small);
    const work = await calls();
    compare(...large);
    grown[name] = (await calls()) / work;
  }
  await session.post('Profiler.stopPreciseCoverage');
  session.disconnect();
  expect(Object.entries(grown).filter(([, growth]) => !(growth <= MOST_GROWTH))).toEqual([]);
});

function reportOn(pair: [JsonObject, JsonObject]) {
  const [before, after] = pair.map((document, index) => parseSpec(jsonText(document), `${index}`)) as [
    SpecDocument,
    SpecDocument,
  ];
  return compare(before, after);
}
