import { expect, it } from 'vitest';
import { type JsonObject, pathOf, valueAt } from './json.js';
import { Uses } from './uses.js';

const content = (schema: JsonObject) => ({ content: { 'application/json': { schema } } });
const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });

const document: JsonObject = {
  servers: [{ url: '/' }],
  paths: {
    '/things': {
      post: {
        security: [{ key: [] }],
        requestBody: content({
          properties: { size: ref('Size'), id: { readOnly: true }, secret: { writeOnly: true } },
        }),
        responses: { '200': content(ref('Thing')) },
      },
      get: { responses: { '200': content({ not: { not: ref('Size') } }) } },
    },
  },
  webhooks: { done: { post: { requestBody: content(ref('Thing')), responses: {} } } },
  components: {
    securitySchemes: { key: { type: 'http' } },
    schemas: {
      Thing: { properties: { size: { not: ref('Size') }, parent: ref('Thing'), label: { if: { minLength: 1 } } } },
      Size: { type: 'integer' },
      Unused: { type: 'string' },
    },
  },
};

const uses = new Uses(document, (reference) => valueAt(document, pathOf(reference)));

const of = (pointer: string) =>
  uses.of(document, pathOf(pointer)).map(({ operation, direction, sense }) => `${operation} ${direction} ${sense}`);

it('finds who uses a component, in which direction and in which sense', () => {
  expect(of('#/components/schemas/Size').sort()).toEqual([
    'GET /things response 1',
    'POST /things request 1',
    'POST /things response -1',
    'webhook done response -1',
  ]);
});

it('turns the directions of webhooks round: the service sends them', () => {
  expect(of('#/webhooks/done/post/requestBody')).toEqual(['webhook done response 1']);
});

it('finds the innermost place that is used', () => {
  expect(of('#/components/schemas/Thing/properties/label/maxLength')).toEqual([
    'POST /things response 1',
    'webhook done response 1',
  ]);
  expect(of('#/components/schemas/Thing/properties/label/if/minLength')).toEqual([
    'POST /things response 0',
    'webhook done response 0',
  ]);
});

it('knows that what is only read is not sent, and what is only written does not come back', () => {
  const properties = '#/paths/~1things/post/requestBody/content/application~1json/schema/properties';
  expect(of(`${properties}/id`)).toEqual([]);
  expect(of(`${properties}/secret`)).toEqual(['POST /things request 1']);
});

it('finds who sends a key, and who belongs to a path', () => {
  expect(of('#/components/securitySchemes/key/scheme')).toEqual(['POST /things none 1']);
  expect(of('#/paths/~1things')).toEqual(['GET /things none 1', 'POST /things none 1']);
});

it('gives to all what belongs to all, and to nobody what nobody uses', () => {
  expect(of('#/servers/0/url')).toHaveLength(3);
  expect(of('#/webhooks')).toEqual(['webhook done none 1']);
  expect(of('#/components/schemas/Unused')).toEqual([]);
  expect(of('#/info/title')).toEqual([]);
});
