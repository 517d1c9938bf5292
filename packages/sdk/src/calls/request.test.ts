import { createTrawlClient } from '@trawl/client';
import { describe, expect, it } from 'vitest';
import { operationsOfContract } from '../../test/contract-requests.js';
import { failureOf } from '../../test/sending.js';
import { ConfigurationError } from '../errors/index.js';
import * as constants from '../generated/operations.js';
import { getCrawl, getMonitorCheck, listActivity, parseFile, searchWeb, uploadFile } from '../generated/operations.js';
import type { Operation } from './operation.js';
import { type RequestParts, routeOf, writeRequest } from './request.js';

const common = { baseUrl: 'http://127.0.0.1:1/api', headers: { authorization: 'Bearer key', 'x-team': 'one' } };
const write = (operation: Operation, parts: RequestParts, own: Record<string, string> = {}) =>
  writeRequest(common, operation, parts, own);

describe('a request', () => {
  it('has its parameters in the path, encoded', () => {
    const path = { monitorId: '../a?b', checkId: 'ü/#' };
    expect(write(getMonitorCheck, { path }).url).toBe(
      'http://127.0.0.1:1/api/v2/monitor/..%2Fa%3Fb/checks/%C3%BC%2F%23',
    );
    expect(routeOf(getCrawl, { id: 12 })).toBe('/v2/crawl/12');
  });

  it.each([undefined, null, '', '.', '..'])('with %j as a parameter of its path is refused', async (id) => {
    const error = await failureOf((async () => write(getCrawl, { path: { id } }))());
    expect(error).toBeInstanceOf(ConfigurationError);
    expect(error).toMatchObject({
      operation: 'getCrawl',
      message: 'id must not be missing, empty, "." or "..".',
    });
  });

  it('has every value of a list in its query, and nothing for what is not given', () => {
    const query = { endpoint: ['a b', 'c&d'], limit: 0, flag: false, cursor: undefined, none: null, empty: [] };
    expect(write(listActivity, { query }).url).toMatch(/\/activity\?endpoint=a%20b&endpoint=c%26d&limit=0&flag=false$/);
    expect(write(listActivity, { query: { cursor: undefined } }).url).toMatch(/\/activity$/);
  });

  it('has its own headers rather than those of its body, and these rather than the common ones', () => {
    const { headers } = write(searchWeb, { fields: {} }, { 'x-team': 'two' });
    expect(headers).toEqual({ ...common.headers, 'content-type': 'application/json', 'x-team': 'two' });
    expect(write(searchWeb, { fields: {} }, { 'content-type': 'a/b' }).headers['content-type']).toBe('a/b');
    expect(write(getCrawl, { path: { id: '1' } })).toEqual({
      method: 'GET',
      url: 'http://127.0.0.1:1/api/v2/crawl/1',
      headers: common.headers,
    });
  });

  it('sends a file as it is, or in a form beside fields', () => {
    const file = new Blob(['x']);
    const path = { id: '1' };
    const sent = write(uploadFile, { path, file });
    expect([sent.body, sent.headers['content-type']]).toEqual([file, 'application/octet-stream']);
    const typed = new Blob(['x'], { type: 'application/pdf' });
    expect(write(uploadFile, { path, file: typed }).headers['content-type']).toBe('application/pdf');
    const { body, headers } = write(parseFile, {
      file: new File(['x'], 'a.pdf'),
      fields: { options: {}, none: undefined },
    });
    expect([...(body as FormData).keys()]).toEqual(['file', 'options']);
    expect(headers).toEqual(common.headers);
  });
});

interface Outgoing {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
}

/** A request as it goes out; the boundary of a form is made up anew for each. */
async function outgoing(request: Request): Promise<Outgoing> {
  const { method, url } = request;
  const type = request.headers.get('content-type') ?? '';
  const headers = { ...Object.fromEntries(request.headers), ...(type && { 'content-type': type.replace(/;.*/, '') }) };
  if (!type.startsWith('multipart/')) return { method, url, headers, body: await request.text() };
  const parts = [...(await request.formData())].map(async ([name, part]) => [name, await new Response(part).text()]);
  return { method, url, headers, body: await Promise.all(parts) };
}

async function byClient([, method, path]: Operation, params: RequestParts, body: unknown): Promise<Outgoing> {
  let request: Request | undefined;
  const client = createTrawlClient({
    baseUrl: common.baseUrl,
    apiKey: 'key',
    headers: { 'x-team': 'one' },
    fetch: async (sent) => {
      request = sent;
      return Response.json({});
    },
  });
  const send = client[method as 'POST'] as (path: string, init: object) => Promise<unknown>;
  await send(path, { params, ...(body !== undefined && { body }) });
  return outgoing(request ?? new Request('about:blank'));
}

/** What has to be encoded in place of what the contract leaves open. */
const odd = (query: object): Record<string, unknown> =>
  JSON.parse(JSON.stringify(query).replaceAll('"x"', '"a b&c/ü"'));

// Two ways to write the same thing: @trawl/client leaves it to openapi-fetch.
it.each(operationsOfContract())(
  '$name is sent as @trawl/client sends it',
  async ({ name, pathValues, queries, bodies }) => {
    const operation = (constants as Readonly<Record<string, Operation>>)[name] as Operation;
    const file = new Blob(['%PDF-1.7'], { type: 'application/pdf' });
    for (const query of queries) {
      for (const given of bodies.length ? bodies : [undefined]) {
        const params = { path: pathValues, query: odd(query) };
        const fields = given instanceof Blob ? undefined : (given as { file?: string } | undefined);
        const isForm = Boolean(fields?.file);
        const { file: _, ...beside } = fields ?? {};
        const body = name === 'uploadFile' ? file : isForm ? { file, ...beside } : fields;
        const parts = { ...params, ...(body === file ? { file } : isForm ? { file, fields: beside } : { fields }) };
        const { url, ...init } = write(operation, parts);
        expect(await outgoing(new Request(url, init))).toEqual(await byClient(operation, params, body));
      }
    }
  },
);
