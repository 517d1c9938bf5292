import { expect, it } from 'vitest';
import { compare } from '../src/compare.js';
import { parseSpec } from '../src/document.js';
import type { JsonObject } from '../src/json.js';

/** A contract in which the same schema stands at every place that has a name, each by itself. */
function contract(schema: JsonObject): JsonObject {
  const header = { schema };
  const body = (type: string) => ({ [type]: { schema } });
  const form = {
    'multipart/form-data': {
      schema: { type: 'object', properties: { f: { type: 'string' }, g: { type: 'string' } } },
      encoding: { f: { headers: { 'X-In-F': header } }, g: { headers: { 'X-In-G': header, 'X-Also-In-G': header } } },
    },
  };
  const operation = {
    parameters: [
      { name: 'p', in: 'query', schema },
      { name: 'q', in: 'query', schema },
      { name: 'p', in: 'header', schema },
    ],
    requestBody: { content: { ...form, ...body('application/json'), ...body('text/csv') } },
    responses: {
      '200': { description: 'Done.', headers: { 'X-A': header, 'X-B': header }, content: body('application/json') },
      '4XX': { description: 'Wrong.', headers: { 'X-A': header } },
      default: { description: 'Wrong.', content: body('application/json') },
    },
  };
  const called = {
    'https://one.example': { post: operation },
    'https://two.example': { post: operation },
  };
  return {
    openapi: '3.1.0',
    info: { title: 'Places', version: '1' },
    paths: { '/a': { post: { ...operation, callbacks: { done: called, failed: called } } } },
    webhooks: { event: { post: operation } },
  };
}

const CALLERS = [
  '',
  'callback `done` address `https://one.example` ',
  'callback `done` address `https://two.example` ',
  'callback `failed` address `https://one.example` ',
  'callback `failed` address `https://two.example` ',
];

const PLACES = [
  'request media type `multipart/form-data` part `f` header `X-In-F`',
  'request media type `multipart/form-data` part `g` header `X-In-G`',
  'request media type `multipart/form-data` part `g` header `X-Also-In-G`',
  'request media types `application/json` and `text/csv`',
  'responses 200 and 4XX header `X-A`',
  'response 200 header `X-B`',
  'responses 200 and default',
];

it('names every place at which the same change is met', () => {
  const [before, after] = [5, 9].map((maxLength) =>
    parseSpec(JSON.stringify(contract({ type: 'string', maxLength }), null, 1), 'contract.json'),
  );
  if (!before || !after) throw new Error('There are two contracts.');
  const places = compare(before, after).changes.map(({ message }) => message.replace(/: `maxLength` went .*$/, ''));
  const parameters = (caller: string) => `${caller}header parameter \`p\`, ${caller}query parameters \`p\` and \`q\``;
  const expected = CALLERS.flatMap((caller) => [parameters(caller), ...PLACES.map((place) => `${caller}${place}`)]);
  expect([...new Set(places)].sort()).toEqual(expected.sort());
});
