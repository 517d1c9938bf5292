import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { OperationName } from '../src/request/contract-types.js';
import { Trawl } from '../src/trawl.js';
import { calls, type Given } from './contract-calls.js';
import { type ContractOperation, operationsOfContract } from './contract-requests.js';
import { VirtualClock } from './virtual-clock.js';

interface Sent {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly type: string;
  readonly bytes: Buffer<ArrayBuffer>;
}

const operations = operationsOfContract();

/** What the server says to the next requests; only the documented path of `askSupport` can be missing. */
let answer: { readonly body: unknown; readonly lacksSupport?: boolean } = { body: {} };
const sent: Sent[] = [];
const server = createServer(async (request, response) => {
  const { pathname, searchParams } = new URL(request.url ?? '', 'http://server');
  const bytes = (await buffer(request)) as Buffer<ArrayBuffer>;
  sent.push({
    method: request.method ?? '',
    path: pathname,
    query: searchParams,
    type: request.headers['content-type'] ?? '',
    bytes,
  });
  const isMissing = answer.lacksSupport && pathname === '/support/ask';
  response.writeHead(isMissing ? 404 : 200, { 'content-type': 'application/json' });
  response.end(JSON.stringify(isMissing ? { error: 'Not found' } : answer.body));
});

beforeAll(async () => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
});

afterAll(() => {
  server.closeAllConnections();
  server.close();
});

/** Makes the call of an operation; what is sent last is its request. */
async function made({ name, pathValues }: ContractOperation, query: unknown, body: unknown): Promise<unknown> {
  const { port } = server.address() as AddressInfo;
  const trawl = new Trawl({ baseUrl: `http://127.0.0.1:${port}`, maxRetries: 0, clock: new VirtualClock() });
  const given = { path: pathValues, query, body } as unknown as Given<never>;
  return calls[name as OperationName].call(trawl, given);
}

const lackingSupport = (name: string): boolean => name === 'askSupportUnderV2';

async function sentFor(operation: ContractOperation, query: unknown, body: unknown): Promise<Sent> {
  sent.length = 0;
  answer = { body: { success: true, id: 'id', data: {} }, lacksSupport: lackingSupport(operation.name) };
  // That this answer does not have what was asked for does not matter here.
  await made(operation, query, body).catch(() => {});
  const last = sent.at(-1);
  if (!last) throw new Error(`${operation.name} sent nothing.`);
  return last;
}

/** The fields of a body as they were sent; a file stands for itself by its content. */
async function fieldsOf({ type, bytes }: Sent): Promise<unknown> {
  if (type === 'application/json') return JSON.parse(bytes.toString());
  const form = await new Response(bytes, { headers: { 'content-type': type } }).formData();
  const fields = [...form].map(async ([name, part]) => [
    name,
    typeof part === 'string' ? JSON.parse(part) : `${part.name}: ${await part.text()}`,
  ]);
  return Object.fromEntries(await Promise.all(fields));
}

const asText = (query: object): [string, string][] =>
  Object.entries(query).flatMap(([name, value]) => [value].flat().map((one): [string, string] => [name, String(one)]));

it('every operation of the contract has a call, and every call an operation', () => {
  expect(Object.keys(calls).sort()).toEqual(operations.map(({ name }) => name).sort());
});

describe.each(operations)('$name', (operation) => {
  const { name, method, path, pathValues, queries, bodies, answers } = operation;

  it(`is ${method} ${path}, with ids that stay in their segments`, async () => {
    const { method: used, path: to } = await sentFor(operation, queries[0], bodies[0] ?? {});
    const expected = path.replace(/\{(\w+)\}/g, (_, parameter) => encodeURIComponent(pathValues[parameter] ?? ''));
    expect(`${used} ${to}`).toBe(`${method} ${expected}`);
  });

  it(`sends its query parameters as they are: ${Object.keys(queries[0] ?? {}).join(', ') || 'none'}`, async () => {
    for (const query of queries) {
      const { query: received } = await sentFor(operation, query, bodies[0]);
      expect([...received].sort()).toEqual(asText(query).sort());
    }
  });

  it(`sends ${bodies.length ? `every field as it is, in ${bodies.length} bodies` : 'no fields'}`, async () => {
    if (!bodies.length) {
      const { bytes } = await sentFor(operation, queries[0], undefined);
      expect(bytes.toString()).toBe(name === 'uploadFile' ? '%PDF-1.7' : '');
    }
    for (const body of bodies) {
      const given = body as { file?: string };
      // A file comes from elsewhere: its content is not a field.
      const expected = given.file ? { ...given, file: 'report.pdf: %PDF-1.7' } : given;
      expect(await fieldsOf(await sentFor(operation, queries[0], body))).toEqual(expected);
    }
  });

  it('returns the result of its response', async () => {
    expect(answers).not.toEqual([]);
    const { result = (same: unknown) => same } = calls[name as OperationName];
    for (const body of answers) {
      answer = { body, lacksSupport: lackingSupport(name) };
      expect(await made(operation, queries[0], answerable(bodies[0], body))).toEqual(result(body));
    }
  });
});

/** The request that asks for exactly the formats that an answer has: others would rightly be missed. */
function answerable(request: unknown, answered: unknown): unknown {
  const { data } = answered as { data?: object };
  const formats = Object.keys(data ?? {}).filter((name) => ['markdown', 'html', 'links', 'json'].includes(name));
  const { options, scrapeOptions, ...rest } = { ...(request as { options?: object; scrapeOptions?: object }) };
  if (options) return { ...rest, options: { formats } };
  return 'formats' in rest ? { ...rest, formats } : rest;
}
