import { afterAll, expect, test } from 'vitest';
import { differences } from './conformance/differences.js';
import { type Recorded, recorded } from './conformance/recorded.js';
import { situations } from './conformance/situations.js';
import { isRefusal, otherWords, wordsOf } from './conformance/words.js';
import { startWorld, type World } from './conformance/world.js';
import type { Answered } from './server.js';

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

const worlds: { readonly [K in Kind]: Promise<World> } = {
  open: startWorld({}, {}, afterAll),
  keyed: startWorld(
    { apiKeys: ['test-key', 'test-key-2'], keylessCalls: 0 },
    { authorization: 'Bearer test-key' },
    afterAll,
  ),
  keyless: startWorld({ apiKeys: ['test-key'], keylessCalls: 1 }, {}, afterAll),
};

/** The server that was asked: some asked for keys, and one of these let in a few without. */
function worldOf({ name, request }: Recorded): Promise<World> {
  if (name.startsWith('auth-keyless')) return worlds.keyless;
  // Leaves no room for the uploads of others.
  if (name === 'parse-upload-url-429') return startWorld();
  return request.headers.authorization || name.startsWith('auth-') ? worlds.keyed : worlds.open;
}

async function replay({ name, request }: Recorded, world: World): Promise<Answered> {
  const { method, headers } = request;
  const situation = await situations[name]?.(world);
  const { path = request.path, body = request.body } = situation ?? {};
  const text = typeof body === 'object' && !(body instanceof FormData) ? JSON.stringify(body) : body;
  const sent = typeof text === 'string' ? text.replaceAll(RECORDED_SITE, world.site) : text;
  // The boundary of a form is known once it is sent.
  const { 'content-type': type, ...rest } = headers;
  const { server } = world;
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

const hasOtherWords = ({ name }: Recorded) => name in otherWords;
const same = recorded.filter(({ name }) => !(name in differences));
const different = recorded.filter(({ name }) => name in differences);

test.for(same)('$name is answered as a running server answered it', async (exchange) => {
  const world = await worldOf(exchange);
  expect(shapeOf(await replay(exchange, world))).toEqual(shapeOf(exchange.response));
});

const refusals = same.filter(isRefusal);

test.for(refusals.filter((exchange) => !hasOtherWords(exchange)))(
  '$name is refused in the same words',
  async (exchange) => {
    const { body } = await replay(exchange, await worldOf(exchange));
    expect(body).toMatchObject(wordsOf(exchange.response.body as object));
  },
);

// Neither is kept in these lists once it is answered as it was recorded.
test.for(refusals.filter(hasOtherWords))('$name is refused in other words, for a reason', async (exchange) => {
  const { body } = await replay(exchange, await worldOf(exchange));
  expect(body).not.toMatchObject(wordsOf(exchange.response.body as object));
});

// A difference that is none any more is to be struck from the list.
test.for(different)('$name is answered differently, for a reason', async (exchange) => {
  const world = await worldOf(exchange);
  expect(shapeOf(await replay(exchange, world))).not.toEqual(shapeOf(exchange.response));
});
