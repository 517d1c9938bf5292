import { afterAll, expect, test } from 'vitest';
import { differences } from './conformance/differences.js';
import { type Fixtures, startFixtures } from './conformance/fixtures.js';
import { differentMessages, isRefusal, messageMatcher } from './conformance/messages.js';
import { type Recorded, recorded } from './conformance/recorded.js';
import { requestOverrides } from './conformance/request-overrides.js';
import type { ApiResponse } from './server.js';

const RECORDED_SITE = 'http://127.0.0.1:4321';

/** What can be compared: the rest are ids, times and the content of other pages. */
interface Shape {
  readonly status: number;
  readonly code: unknown;
  readonly keys: readonly string[];
  readonly dataKeys: readonly string[];
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function shapeOf({ status, body }: { readonly status: number; readonly body?: unknown }): Shape {
  // A warning says what a server lacks, and each lacks something else.
  const keysOf = (value: unknown) =>
    isObject(value)
      ? Object.keys(value)
          .filter((key) => key !== 'warning')
          .sort()
      : [];
  const { code, data } = isObject(body) ? body : {};
  return { status, code, keys: keysOf(body), dataKeys: keysOf(data) };
}

type Kind = 'open' | 'keyed' | 'keyless';

const fixturesByKind: { readonly [K in Kind]: Promise<Fixtures> } = {
  open: startFixtures({}, {}, afterAll),
  keyed: startFixtures(
    { apiKeys: ['test-key', 'test-key-2'], keylessCalls: 0 },
    { authorization: 'Bearer test-key' },
    afterAll,
  ),
  keyless: startFixtures({ apiKeys: ['test-key'], keylessCalls: 1 }, {}, afterAll),
};

/** The recorded servers: some required keys, and one of these accepted a few calls without. */
function fixturesOf({ name, request }: Recorded): Promise<Fixtures> {
  if (name.startsWith('auth-keyless')) return fixturesByKind.keyless;
  // Leaves no room for the uploads of others.
  if (name === 'parse-upload-url-429') return startFixtures();
  return request.headers.authorization || name.startsWith('auth-') ? fixturesByKind.keyed : fixturesByKind.open;
}

async function replay({ name, request }: Recorded, fixtures: Fixtures): Promise<ApiResponse> {
  const { method, headers } = request;
  const override = await requestOverrides[name]?.(fixtures);
  const { path = request.path, body = request.body } = override ?? {};
  const text = typeof body === 'object' && !(body instanceof FormData) ? JSON.stringify(body) : body;
  const sent = typeof text === 'string' ? text.replaceAll(RECORDED_SITE, fixtures.site) : text;
  // The boundary of a form is known once it is sent.
  const { 'content-type': type, ...rest } = headers;
  const { server } = fixtures;
  const response = await server.fetch(server.url + path, {
    method,
    headers: { ...rest, ...(type && typeof sent === 'string' && { 'content-type': type }) },
    ...(sent !== undefined && { body: sent as string | FormData }),
  });
  const isJson = response.headers.get('content-type')?.startsWith('application/json');
  return {
    status: response.status,
    headers: response.headers,
    body: isJson ? await response.json() : await response.text(),
  };
}

const hasOtherMessage = ({ name }: Recorded) => name in differentMessages;
const same = recorded.filter(({ name }) => !(name in differences));
const different = recorded.filter(({ name }) => name in differences);

test.for(same)('$name gets the recorded response', async (exchange) => {
  const fixtures = await fixturesOf(exchange);
  expect(shapeOf(await replay(exchange, fixtures))).toEqual(shapeOf(exchange.response));
});

const refusals = same.filter(isRefusal);

test.for(refusals.filter((exchange) => !hasOtherMessage(exchange)))(
  '$name is refused with the recorded message',
  async (exchange) => {
    const { body } = await replay(exchange, await fixturesOf(exchange));
    expect(body).toMatchObject(messageMatcher(exchange.response.body as object));
  },
);

// These lists fail for an exchange that gets its recorded response.
test.for(refusals.filter(hasOtherMessage))('$name is refused with another message, for a reason', async (exchange) => {
  const { body } = await replay(exchange, await fixturesOf(exchange));
  expect(body).not.toMatchObject(messageMatcher(exchange.response.body as object));
});

// A difference that is none any more is to be struck from the list.
test.for(different)('$name gets another response, for a reason', async (exchange) => {
  const fixtures = await fixturesOf(exchange);
  expect(shapeOf(await replay(exchange, fixtures))).not.toEqual(shapeOf(exchange.response));
});
