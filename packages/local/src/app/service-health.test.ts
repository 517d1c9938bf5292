import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { createVirtualClock } from '@trawl/base/clock';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openStores } from '../store/sqlite/open-stores.js';
import { openDatabase } from '../store/sqlite/sqlite.js';
import { diskProblem, findProblem, type HealthDependencies } from './service-health.js';

const database = openDatabase();
const stores = openStores(database, createVirtualClock());
afterAll(() => database.close());

const problemOf = (dependencies: Partial<HealthDependencies> & { modelUrl?: string }) => {
  const { modelUrl, ...rest } = dependencies;
  return findProblem({
    settings: { storage: undefined, modelUrl },
    stores,
    browser: { about: 'none: it is switched off' },
    ...rest,
  });
};

/** Answers with this status. */
async function answering(status: number): Promise<Server & { readonly url: string }> {
  const server = createServer((_, response) => response.writeHead(status).end()).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return Object.assign(server, { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` });
}

test('a service that has what its options name has no problem', async () => {
  expect(await problemOf({})).toBeUndefined();
  const place = { path: process.execPath };
  expect(await problemOf({ browser: { place, about: 'one' } })).toBeUndefined();
});

test('a database that is closed is a problem', async () => {
  const closed = openDatabase();
  const closedStores = openStores(closed, createVirtualClock());
  closed.close();
  expect(await problemOf({ stores: closedStores })).toMatch(/^the database does not answer: /);
});

test('a disk with too little space, or a folder that is gone, is a problem', async () => {
  expect(await diskProblem(undefined, 1e18)).toMatch(/^the disk of .+ has \d+ MiB free, and needs \d+\.$/);
  expect(await diskProblem('/no/such/folder/state.db')).toMatch(
    /^the folder \/no\/such\/folder cannot be read: ENOENT/,
  );
});

test('a browser that is gone is a problem', async () => {
  const place = { path: join(import.meta.dirname, 'no-such-program') };
  expect(await problemOf({ browser: { place, about: 'one' } })).toMatch(/no-such-program is gone/);
});

describe('a server that the operator has named is', () => {
  let refusing: Awaited<ReturnType<typeof answering>>;
  let broken: typeof refusing;
  beforeAll(async () => {
    refusing = await answering(401);
    broken = await answering(502);
  });
  afterAll(() => {
    refusing.close();
    broken.close();
  });

  test('no problem when it answers, even if it wants a key', async () => {
    expect(await problemOf({ modelUrl: `${refusing.url}/v1` })).toBeUndefined();
    const place = { address: refusing.url.replace('http', 'ws') };
    expect(await problemOf({ browser: { place, about: 'one' } })).toBeUndefined();
    const guarded = { address: place.address.replace('//', '//user:password@') };
    expect(await problemOf({ browser: { place: guarded, about: 'one' } })).toBeUndefined();
  });

  test('a problem when it fails', async () => {
    expect(await problemOf({ modelUrl: broken.url })).toBe(`the language model at ${broken.url}/models answers 502.`);
  });

  test('a problem when nothing listens there', async () => {
    const gone = await answering(200);
    gone.close();
    await once(gone, 'close');
    expect(await problemOf({ modelUrl: gone.url })).toMatch(
      /^the language model at .+ cannot be reached: .*ECONNREFUSED/,
    );
    const place = { address: gone.url };
    expect(await problemOf({ browser: { place, about: 'one' } })).toMatch(/^the browser at .+ cannot be reached: /);
  });
});
