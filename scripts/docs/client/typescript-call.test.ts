import { expect, it } from 'vitest';
import type { ExampleRequest } from '../requests.js';
import { typescriptCall } from './typescript-call.js';

const place = {
  path: '/v2/things/{id}',
  origin: 'http://127.0.0.1:9',
  parameters: [{ in: 'path', name: 'id', value: "it's" }],
};
const request: ExampleRequest = { method: 'POST', path: '/v2/things/it%27s', headers: [], authorized: false };

it('writes parameters and body, and a key only where there is one', () => {
  const body = { mediaType: 'application/json', value: { deep: [1] }, schema: {} };
  const text = typescriptCall({ ...request, body }, place);
  expect(text).toContain("createTrawlClient({ baseUrl: 'http://127.0.0.1:9' });");
  expect(text).toContain(
    "await trawl.POST('/v2/things/{id}', {\n  params: { path: { id: 'it\\'s' } },\n  body: {\n    \"deep\"",
  );
  expect(typescriptCall({ ...request, authorized: true }, place)).toContain('apiKey: process.env.TRAWL_API_KEY');
});

it('imports what a file is read with', () => {
  const body = { mediaType: 'multipart/form-data', value: { file: 'a.pdf' }, schema: {} };
  expect(typescriptCall({ ...request, body }, place)).toMatch(/^import { readFile } from 'node:fs\/promises';\n/);
});
