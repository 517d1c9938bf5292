import { expect, it } from 'vitest';
import type { ExampleRequest } from './requests.js';
import { sdkProgram } from './sdk-program.js';

const place = {
  operationId: 'makeThing',
  path: '/v2/things/{id}',
  origin: 'http://127.0.0.1:9',
  parameters: [{ in: 'path', name: 'id', value: "it's" }],
};
const request: ExampleRequest = {
  method: 'POST',
  path: '/v2/things/it%27s',
  headers: [],
  needsKey: false,
  template: place.path,
  parameters: [],
};

it('writes parameters and body, and a key only where there is one', () => {
  const body = { mediaType: 'application/json', value: { deep: [1] }, schema: {} };
  const text = sdkProgram({ ...request, body }, place);
  expect(text).toContain(
    "import { Trawl } from '@trawl/sdk';\n\nconst trawl = new Trawl({ baseUrl: 'http://127.0.0.1:9' });",
  );
  expect(text).toContain(
    "await trawl.request('POST', '/v2/things/{id}', {\n  params: { path: { id: 'it\\'s' } },\n  body: {\n    deep: [1],\n  },\n});",
  );
  expect(sdkProgram({ ...request, needsKey: true }, place)).toContain('apiKey: process.env.TRAWL_API_KEY');
});

it('calls the method that a reader of the guides knows', () => {
  const body = {
    mediaType: 'application/json',
    value: { url: 'https://a.example', formats: ['markdown'] },
    schema: {},
  };
  const scrape = { operationId: 'scrapePage', path: '/v2/scrape', origin: 'http://127.0.0.1:9', parameters: [] };
  expect(sdkProgram({ ...request, body }, scrape)).toContain(
    "await trawl.scrape('https://a.example', {\n  formats: ['markdown'],\n});",
  );
});

it('imports what a file is read with', () => {
  const body = { mediaType: 'multipart/form-data', value: { file: 'a.pdf' }, schema: {} };
  expect(sdkProgram({ ...request, body }, place)).toMatch(/^import { readFile } from 'node:fs\/promises';\n/);
});
