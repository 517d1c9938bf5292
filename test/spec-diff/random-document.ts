import fc from 'fast-check';
import type { Json, JsonObject } from '../../scripts/spec/json.js';

const NAMES = ['Alpha', 'Beta', 'Gamma'];
const FIELDS = ['a', 'b', 'c', 'd', 'default', 'enum'];

const bounded = fc.record({ minLength: fc.nat(3), maxLength: fc.integer({ min: 4, max: 9 }) }, { requiredKeys: [] });

const leaf = fc.oneof<fc.Arbitrary<JsonObject>[]>(
  bounded.map((bounds) => ({ type: 'string', ...bounds })),
  fc.record({ type: fc.constantFrom('integer', 'number'), minimum: fc.nat(5) }),
  fc.constant({ type: 'boolean' }),
  fc.constant({ type: ['string', 'null'] }),
  fc.constant({ const: 'one' }),
  fc.subarray(['x', 'y', 'z'], { minLength: 1 }).map((values) => ({ type: 'string', enum: values })),
  fc.constantFrom(...NAMES).map((name) => ({ $ref: `#/components/schemas/${name}` })),
  fc.constantFrom(...NAMES).map((name) => ({ $ref: `#/components/schemas/${name}`, description: 'In other words.' })),
);

const { schema, object } = fc.letrec<{ schema: JsonObject; object: JsonObject }>((tie) => ({
  schema: fc.oneof(
    { maxDepth: 3, depthIdentifier: 'schema' },
    { arbitrary: leaf, weight: 3 },
    { arbitrary: tie('object'), weight: 3 },
    { arbitrary: tie('schema').map((items) => ({ type: 'array', items })), weight: 1 },
    { arbitrary: tie('object').map((member) => ({ anyOf: [member, { type: 'null' }] })), weight: 1 },
    { arbitrary: fc.tuple(tie('object'), tie('object')).map((members) => ({ oneOf: members })), weight: 1 },
    {
      arbitrary: tie('object').map((part) => ({ allOf: [part, { properties: { more: { type: 'string' } } }] })),
      weight: 1,
    },
    { arbitrary: leaf.map((forbidden) => ({ not: forbidden })), weight: 1 },
  ),
  object: fc
    .tuple(
      fc.dictionary(fc.constantFrom(...FIELDS), tie('schema'), { minKeys: 1, maxKeys: 3 }),
      fc.boolean(),
      fc.boolean(),
    )
    .map(([properties, isClosed, isRequired]) => ({
      type: 'object',
      properties,
      ...(isRequired && { required: Object.keys(properties).slice(0, 1) }),
      ...(isClosed && { additionalProperties: false }),
    })),
}));

/** A contract of two operations and a webhook, in which every component is used. */
export const randomDocument: fc.Arbitrary<JsonObject> = fc
  .record({
    components: fc.array(object, { minLength: 3, maxLength: 3 }),
    request: schema,
    answer: schema,
    event: schema,
  })
  .map(({ components, request, answer, event }) => ({
    openapi: '3.1.0',
    info: { title: 'Random', version: '1.0.0' },
    paths: {
      '/things/{id}': {
        parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }],
        post: {
          operationId: 'changeThing',
          parameters: [
            { name: 'size', in: 'query', schema: { type: 'integer' } },
            { name: 'alpha', in: 'query', schema: { $ref: '#/components/schemas/Alpha' } },
          ],
          requestBody: content(request),
          responses: {
            '200': { description: 'Done.', ...content({ type: 'object', properties: { answer, beta: ref('Beta') } }) },
          },
        },
        get: {
          operationId: 'getThing',
          responses: { '200': { description: 'There it is.', ...content(ref('Gamma')) } },
        },
      },
    },
    webhooks: {
      done: { post: { requestBody: content(event), responses: { '200': { description: 'Taken.' } } } },
    },
    components: { schemas: Object.fromEntries(NAMES.map((name, index) => [name, components[index] as Json])) },
  }));

function content(inner: JsonObject): JsonObject {
  return { content: { 'application/json': { schema: inner } } };
}

function ref(name: string): JsonObject {
  return { $ref: `#/components/schemas/${name}` };
}
