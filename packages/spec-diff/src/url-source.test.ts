import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readSpec } from './sources.js';

const FILES: Record<string, string> = {
  '/api/openapi.yaml': `openapi: 3.1.0\ninfo: { title: Things, version: '1' }\npaths: { /things: { $ref: things.yaml } }`,
  '/api/things.yaml': 'get: { operationId: listThings, responses: {} }',
  '/api/redirected.yaml': `openapi: 3.1.0\ninfo: { title: Things, version: '1' }\npaths: { /things: { $ref: elsewhere.yaml } }`,
  '/backslash.yaml': `openapi: 3.1.0\ninfo: { title: Things, version: '1' }\npaths: { /things: { $ref: '\\\\127.0.0.1:PORT/a.yaml' } }`,
  '/api/broken.yaml': `openapi: 3.1.0\ninfo: { title: Things, version: '1' }\npaths: { /things: { $ref: missing.yaml } }`,
};

/** Another host, which nobody has named. */
const asked: (string | undefined)[] = [];
const other = createServer((request, response) => {
  asked.push(request.url);
  response.end('get: { operationId: secret, responses: {} }');
});
let otherPort: number;

const server = createServer((request, response) => {
  const text = FILES[request.url ?? '']?.replace('PORT', String(otherPort));
  if (request.url === '/api/elsewhere.yaml') {
    response.writeHead(302, { location: `http://127.0.0.1:${otherPort}/a.yaml` }).end();
    return;
  }
  if (request.url === '/moved.yaml') {
    response.writeHead(302, { location: '/api/openapi.yaml' }).end();
    return;
  }
  if (request.url === '/error') response.writeHead(500).end();
  else if (text === undefined) response.writeHead(404).end();
  else response.end(text);
});
let origin: string;

beforeAll(async () => {
  server.listen(0, '127.0.0.1');
  other.listen(0, '127.0.0.1');
  await Promise.all([once(server, 'listening'), once(other, 'listening')]);
  otherPort = (other.address() as AddressInfo).port;
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});

afterAll(() => {
  server.close();
  other.close();
});

const read = (path: string, urls = true) => readSpec(`${origin}${path}`, { contract: 'openapi.yaml', urls });

it('reads a contract of several files from an address', async () => {
  const document = await read('/api/openapi.yaml');
  expect(document.root.paths).toMatchObject({ '/things': { get: { operationId: 'listThings' } } });
});

it('follows a redirect to a contract', async () => {
  expect((await read('/moved.yaml')).root.paths).toHaveProperty(['/things', 'get']);
});

it.each(['/api/redirected.yaml', '/backslash.yaml'])('asks no other host for what %s refers to', async (path) => {
  await expect(read(path)).rejects.toThrow(`leads to http://127.0.0.1:${otherPort}`);
  expect(asked).toEqual([]);
});

it('reads no address that was not asked for', async () => {
  await expect(read('/api/openapi.yaml', false)).rejects.toThrow(
    'an address is read only where the option --urls allows it.',
  );
});

it.each([
  ['/none.yaml', 'the server answered 404: there is no such contract.'],
  ['/error', 'the server answered 500.'],
  ['/api/broken.yaml', 'there is no file api/missing.yaml, to which it refers.'],
])('says why %s cannot be read', async (path, reason) => {
  await expect(read(path)).rejects.toThrow(reason);
});

it('says that nobody answers', async () => {
  const gone = readSpec('http://127.0.0.1:1/openapi.yaml', { contract: 'openapi.yaml', urls: true });
  await expect(gone).rejects.toThrow(/^http:\/\/127\.0\.0\.1:1\/openapi\.yaml: cannot be read \(/);
});
