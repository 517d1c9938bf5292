import fc from 'fast-check';
import type { Json, JsonObject } from '../src/json.js';

const NAMES = ['Alpha', 'Beta', 'Gamma'];
const FIELDS = ['a', 'b', 'c', 'd', 'default', 'enum'];

const bounded = fc.record({ minLength: fc.nat(3), maxLength: fc.integer({ min: 4, max: 9 }) }, { requiredKeys: [] });

const plain = fc.oneof<fc.Arbitrary<JsonObject>[]>(
  bounded.map((bounds) => ({ type: 'string', ...bounds })),
  fc.record({ type: fc.constantFrom('integer', 'number'), minimum: fc.nat(5) }),
  fc.constant({ type: 'boolean' }),
  fc.constant({ type: ['string', 'null'] }),
  fc.constant({ const: 'one' }),
  fc.subarray(['x', 'y', 'z'], { minLength: 1 }).map((values) => ({ type: 'string', enum: values })),
);

const leaf = fc.oneof(
  { arbitrary: plain, weight: 6 },
  { arbitrary: fc.constantFrom(...NAMES).map(ref), weight: 1 },
  { arbitrary: fc.constantFrom(...NAMES).map((name) => ({ ...ref(name), description: 'In other words.' })), weight: 1 },
);

/** A keyword that stands beside others of its kind, and contradicts some of them. */
const part = fc.record(
  {
    properties: fc.dictionary(fc.constantFrom('p', 'q'), plain, { minKeys: 1 }),
    additionalProperties: fc.constantFrom<Json>(true, false, { type: 'string' }, { maxLength: 5 }),
    description: fc.constantFrom('One.', 'Two.'),
    default: fc.constantFrom<Json>(1, 'one', {}),
    not: plain,
    anyOf: fc.tuple(plain, plain),
    dependentRequired: fc.subarray(['p', 'q', 'r'], { minLength: 1 }).map((names) => ({ p: names })),
  },
  { requiredKeys: ['properties'] },
);

/** A choice of components, with the values by which they are known. */
const marked = fc.subarray(NAMES, { minLength: 2 }).map((names) => ({
  oneOf: names.map(ref),
  discriminator: {
    propertyName: 'a',
    mapping: Object.fromEntries(names.map((name) => [name.toLowerCase(), `#/components/schemas/${name}`])),
  },
}));

const { schema, object } = fc.letrec<{ schema: JsonObject; object: JsonObject }>((tie) => ({
  schema: fc.oneof(
    { maxDepth: 3, depthIdentifier: 'schema' },
    { arbitrary: leaf, weight: 3 },
    { arbitrary: tie('object'), weight: 3 },
    { arbitrary: tie('schema').map((items) => ({ type: 'array', items })), weight: 1 },
    { arbitrary: tie('object').map((member) => ({ anyOf: [member, { type: 'null' }] })), weight: 1 },
    { arbitrary: fc.tuple(tie('object'), tie('object')).map((members) => ({ oneOf: members })), weight: 1 },
    {
      arbitrary: tie('object').map((own) => ({ allOf: [own, { properties: { more: { type: 'string' } } }] })),
      weight: 1,
    },
    { arbitrary: fc.tuple(tie('object'), part, part).map((parts) => ({ allOf: parts })), weight: 1 },
    { arbitrary: fc.tuple(tie('object'), part).map(([whole, inner]) => sealed(whole, inner)), weight: 1 },
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

/** An object that is closed over what its parts have, too. */
function sealed({ additionalProperties: _, ...whole }: JsonObject, inner: JsonObject): JsonObject {
  return { ...whole, allOf: [inner], unevaluatedProperties: false };
}

/** What is sent: a choice of components stands only here, since in components it would make all of them recur in all. */
const sent = fc.oneof(
  { arbitrary: schema, weight: 5 },
  { arbitrary: marked, weight: 1 },
  { arbitrary: marked.map((choice) => ({ anyOf: [choice, { type: 'array', items: choice }] })), weight: 1 },
);

/** A contract of two operations and a webhook, in which every component is used. */
export const randomDocument: fc.Arbitrary<JsonObject> = fc
  .record({
    components: fc.array(object, { minLength: 3, maxLength: 3 }),
    request: sent,
    answer: sent,
    event: sent,
  })
  .map(({ components, request, answer, event }) => ({
    openapi: '3.1.0',
    info: { title: 'Random', version: '1.0.0' },
    paths: {
      '/things/{id}': {
        parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }],
        post: {
          operationId: 'changeThing',
          security: [{ bearerAuth: [] }, { key: [] }, {}],
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
    components: {
      schemas: Object.fromEntries(NAMES.map((name, index) => [name, components[index] as Json])),
      securitySchemes: {
        bearerAuth: { type: 'http', scheme: 'bearer' },
        key: { type: 'apiKey', in: 'header', name: 'key' },
      },
    },
  }));

function content(inner: JsonObject): JsonObject {
  return { content: { 'application/json': { schema: inner } } };
}

function ref(name: string): JsonObject {
  return { $ref: `#/components/schemas/${name}` };
}
