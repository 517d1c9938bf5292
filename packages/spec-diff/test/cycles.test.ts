import fc from 'fast-check';
import { expect, it } from 'vitest';
import { stringify } from 'yaml';
import { fixedRuns } from '../../../test/properties.js';
import { compare } from '../src/compare.js';
import { parseSpec } from '../src/document.js';
import { type Json, type JsonObject, jsonText } from '../src/json.js';
import { LEVELS, type Level } from '../src/rules/rule.js';

/** How a schema may refer to another one. */
const WAYS: readonly ((target: JsonObject) => JsonObject)[] = [
  (target) => target,
  (target) => ({ anyOf: [target, { type: 'null' }] }),
  (target) => ({ oneOf: [{ type: 'null' }, target] }),
  (target) => ({ anyOf: [{ allOf: [target] }, { type: 'null' }], description: 'One.' }),
  (target) => ({ allOf: [target] }),
  (target) => ({ allOf: [target, { properties: { more: { type: 'string' } } }] }),
  (target) => ({ ...target, readOnly: true }),
  (target) => ({ ...target, description: 'Another.' }),
  (target) => ({ type: 'array', items: target }),
  (target) => ({ type: 'array', items: { anyOf: [target, { type: 'null' }] } }),
  (target) => ({ type: 'object', additionalProperties: target }),
  (target) => ({ oneOf: [target, { type: 'string' }] }),
  (target) => ({ anyOf: [target, { type: 'array', items: target }] }),
  (target) => ({ allOf: [target], unevaluatedProperties: false }),
  (target) => ({ type: 'array', prefixItems: [target] }),
  (target) => ({ type: 'object', patternProperties: { '^x': target } }),
  (target) => ({ not: target }),
];

interface Edge {
  to: number;
  way: number;
}

/** Which components refer to which, how, and which of them the operation uses. */
interface Graph {
  components: Edge[][];
  first: Edge;
}

const edge = fc.record({ to: fc.nat(3), way: fc.nat(WAYS.length - 1) });
const graph: fc.Arbitrary<Graph> = fc.record({
  components: fc.array(fc.array(edge, { minLength: 1, maxLength: 3 }), { minLength: 4, maxLength: 4 }),
  first: edge,
});

/** What becomes of one of the components. */
const CHANGES: readonly ((entity: JsonObject) => JsonObject)[] = [
  (entity) => entity,
  ({ properties, ...others }) => ({
    ...others,
    properties: { ...(properties as JsonObject), added: { type: 'string' } },
  }),
  ({ required: _, ...others }) => others,
  (entity) => ({ ...entity, required: ['id', 'p0'] }),
  ({ properties, ...others }) => ({
    ...others,
    properties: { ...(properties as JsonObject), id: { type: 'integer' } },
  }),
];

interface Change {
  component: number;
  kind: number;
}

const change = fc.record({ component: fc.nat(3), kind: fc.nat(CHANGES.length - 1) });

/** @param nameOf - Which component a place refers to: one of several that are the same. */
function contract(
  { components, first }: Graph,
  { component, kind }: Change,
  nameOf = (to: number, _place: number) => `E${to}`,
): JsonObject {
  const referring = ({ to, way }: Edge, place: number) =>
    WAYS[way]?.({ $ref: `#/components/schemas/${nameOf(to, place)}` }) ?? {};
  const entity = (edges: readonly Edge[], index: number) => {
    const fields = edges.map((each, number) => [`p${number}`, referring(each, index + number)]);
    const written = {
      type: 'object',
      required: ['id'],
      properties: { id: { type: 'string' }, ...Object.fromEntries(fields) },
    };
    return index === component ? (CHANGES[kind]?.(written) ?? written) : written;
  };
  const schemas = components.flatMap((edges, index) =>
    ['', 'Copy'].map((copy) => [`E${index}${copy}`, entity(edges, index)]),
  );
  const content = { 'application/json': { schema: referring(first, 1) } };
  return {
    openapi: '3.1.0',
    info: { title: 'Entities', version: '1.0.0' },
    paths: {
      '/entities': { post: { requestBody: { content }, responses: { 200: { description: 'Done.', content } } } },
    },
    components: { schemas: Object.fromEntries(schemas) },
  };
}

/** How bad it is for operations. */
function worstLevel(before: JsonObject, after: JsonObject): Level {
  const { changes } = compare(
    parseSpec(jsonText(before), 'before'),
    parseSpec(stringify(after, { aliasDuplicateObjects: false }), 'after'),
  );
  const levels = changes.filter(({ operations }) => operations.length > 0).map(({ level }) => level);
  return LEVELS.find((level) => levels.includes(level)) ?? 'equivalent';
}

const UNCHANGED = { component: 0, kind: 0 };
const RUNS = { ...fixedRuns(30), endOnFailure: true };

it('a cycle means what it means when every other reference takes a detour through a copy', () => {
  fc.assert(
    fc.property(graph, change, (entities, changed) => {
      const detour = (to: number, place: number) => (place % 2 === 1 ? `E${to}Copy` : `E${to}`);
      const [before, after] = [contract(entities, UNCHANGED, detour), contract(entities, changed, detour)];
      expect(worstLevel(before, after)).toBe(worstLevel(contract(entities, UNCHANGED), contract(entities, changed)));
      expect(worstLevel(contract(entities, changed), contract(entities, changed, detour))).toBe('equivalent');
    }),
    RUNS,
  );
});

it('a keyword that comes or goes with a schema that recurs is told', () => {
  const recurring = { anyOf: [{ $ref: '#/components/schemas/E' }, { type: 'null' }] };
  const contractOf = (schema: object): JsonObject =>
    JSON.parse(
      JSON.stringify({
        openapi: '3.1.0',
        info: { title: 'Entities', version: '1.0.0' },
        paths: { '/e': { post: { requestBody: { content: { 'application/json': { schema } } }, responses: {} } } },
        components: { schemas: { E: { type: 'object', properties: { e: recurring } } } },
      }),
    );
  const list = (items: Json) => contractOf({ type: 'array', items });
  const object = (rest: Json) => contractOf({ type: 'object', additionalProperties: rest });
  expect(worstLevel(list(false), list(recurring))).toBe('additive');
  expect(worstLevel(list(recurring), list(false))).toBe('breaking');
  expect(worstLevel(object(false), object(recurring))).toBe('additive');
  expect(worstLevel(object(recurring), object(false))).toBe('breaking');
});
