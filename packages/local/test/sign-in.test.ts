import { describe, expect, test } from 'vitest';
import type { LocalServer } from '../src/index.js';
import { bearer, call, startServer } from './server.js';

const ADMIN = bearer('admin');

interface Device {
  readonly device_code: string;
  readonly user_code: string;
  readonly verification_uri: string;
  readonly verification_uri_complete: string;
  readonly expires_in: number;
  readonly interval: number;
}

const form = { 'content-type': 'application/x-www-form-urlencoded' };

const begin = async (server: LocalServer, client = 'trawl@ada') =>
  (
    await call(server, 'POST /_local/device/code', {
      body: String(new URLSearchParams({ client_id: client })),
      headers: form,
    })
  ).body as Device;

async function poll(server: LocalServer, { device_code }: Pick<Device, 'device_code'>) {
  const grant_type = 'urn:ietf:params:oauth:grant-type:device_code';
  const body = String(new URLSearchParams({ grant_type, device_code, client_id: 'trawl@ada' }));
  const { status, body: answer } = await call(server, 'POST /_local/device/token', { body, headers: form });
  return { status, ...(answer as { readonly error?: string; readonly access_token?: string; readonly name?: string }) };
}

const decide = (server: LocalServer, code: string, decision: 'confirm' | 'deny', body: object = {}, headers = ADMIN) =>
  call(server, `POST /_local/device/logins/${code}/${decision}`, { body, headers });

const wait = (server: LocalServer, seconds: number) =>
  call(server, 'POST /_local/clock', { body: { advanceMs: seconds * 1000 }, headers: ADMIN });

describe('a program that signs in', () => {
  test('gets a key of the team when the operator confirms its code, and is told to wait until then', async () => {
    const server = await startServer({ adminKey: 'admin' });
    const device = await begin(server);
    expect(device).toMatchObject({
      user_code: expect.stringMatching(/^[B-Z]{4}-[B-Z]{4}$/),
      verification_uri: `${server.url}/#/sign-in`,
      verification_uri_complete: `${server.url}/#/sign-in?code=${device.user_code}`,
      expires_in: 600,
      interval: 5,
    });
    expect(await poll(server, device)).toEqual({ status: 400, error: 'slow_down' });
    await wait(server, 5);
    expect(await poll(server, device)).toEqual({ status: 400, error: 'slow_down' });
    // Whoever asks too early has to wait longer each time.
    await wait(server, 15);
    expect(await poll(server, device)).toEqual({ status: 400, error: 'authorization_pending' });
    const typed = device.user_code.toLowerCase().replace('-', ' ');
    const found = await call(server, `GET /_local/device/logins/${encodeURIComponent(typed)}`, { headers: ADMIN });
    expect(found.body).toMatchObject({ data: { userCode: device.user_code, client: 'trawl@ada', team: null } });
    expect(await decide(server, device.user_code, 'confirm', {})).toMatchObject({
      status: 400,
      body: { error: expect.stringContaining('team: ') },
    });
    expect((await decide(server, device.user_code, 'confirm', { team: 'harbour' })).status).toBe(200);
    await wait(server, 15);
    const { access_token: key = '', name } = await poll(server, device);
    expect(name).toBe(`trawl@ada-${device.user_code.replace('-', '').toLowerCase()}`);
    const usage = await call(server, 'GET /v2/team/credit-usage', { headers: bearer(key) });
    expect(usage.status).toBe(200);
    expect((await call(server, 'GET /_local/whoami', { headers: bearer(key) })).body).toMatchObject({
      data: { isAdmin: false, team: 'harbour', key: name },
    });
    // A code gives one key.
    await wait(server, 15);
    expect(await poll(server, device)).toEqual({ status: 400, error: 'invalid_grant' });
    expect((await decide(server, device.user_code, 'confirm', { team: 'harbour' })).status).toBe(404);
    // Its program can give it back.
    expect((await call(server, 'DELETE /_local/whoami', { headers: bearer(key) })).status).toBe(200);
    expect((await call(server, 'GET /_local/whoami', { headers: bearer(key) })).status).toBe(401);
  });

  test('gets no key when it is refused, and none when its code has expired', async () => {
    const server = await startServer({ adminKey: 'admin' });
    const [denied, late] = [await begin(server), await begin(server)];
    await decide(server, denied.user_code, 'deny');
    await wait(server, 5);
    expect(await poll(server, denied)).toEqual({ status: 400, error: 'access_denied' });
    await wait(server, 600);
    expect(await poll(server, late)).toEqual({ status: 400, error: 'expired_token' });
    expect((await decide(server, late.user_code, 'confirm', { team: 'harbour' })).status).toBe(404);
  });

  test('is confirmed by a team for itself alone, with a key that is not limited', async () => {
    const server = await startServer({ adminKey: 'admin' });
    const add = async (body: object) =>
      (await call(server, 'POST /_local/keys', { body, headers: ADMIN })).body as { data: { key: string } };
    const { data: owner } = await add({ name: 'owner', team: 'harbour' });
    const { data: limited } = await add({ name: 'limited', team: 'harbour', scopes: ['scrape'] });
    const device = await begin(server);
    expect(await decide(server, device.user_code, 'confirm', {}, bearer(limited.key))).toMatchObject({ status: 403 });
    expect(await decide(server, device.user_code, 'confirm', {}, bearer('nobody'))).toMatchObject({ status: 401 });
    await decide(server, device.user_code, 'confirm', { team: 'other' }, bearer(owner.key));
    await wait(server, 5);
    expect(await poll(server, device)).toMatchObject({ status: 200, team: 'harbour' });
  });

  test('gets no key from a key that was revoked or limited before it asked', async () => {
    const server = await startServer({ adminKey: 'admin' });
    for (const change of ['DELETE', 'PATCH']) {
      const body = { name: change, team: 'harbour' };
      const added = await call(server, 'POST /_local/keys', { body, headers: ADMIN });
      const { key } = (added.body as { data: { key: string } }).data;
      const device = await begin(server);
      expect((await decide(server, device.user_code, 'confirm', {}, bearer(key))).status).toBe(200);
      const changed = await call(server, `${change} /_local/keys/${change}`, { body: { credits: 3 }, headers: ADMIN });
      expect(changed.status).toBe(200);
      await wait(server, 5);
      expect(await poll(server, device)).toEqual({ status: 400, error: 'invalid_grant' });
    }
  });

  test('is not bothered by guesses and floods of others: both are bounded for each', async () => {
    const server = await startServer({ adminKey: 'admin', trustedProxies: ['127.0.0.1'] });
    const guess = (headers = ADMIN) => decide(server, 'BBBB-BBBB', 'deny', {}, headers);
    const body = { name: 'owner', team: 'harbour' };
    const added = await call(server, 'POST /_local/keys', { body, headers: ADMIN });
    const owner = bearer((added.body as { data: { key: string } }).data.key);
    for (let count = 0; count < 20; count++) expect((await guess(owner)).status).toBe(404);
    expect(await guess(owner)).toMatchObject({ status: 429 });
    expect(await guess()).toMatchObject({ status: 404 });
    const startFrom = async (address: string) => {
      const headers = { ...form, 'x-forwarded-for': address };
      return (await fetch(`${server.url}/_local/device/code`, { method: 'POST', body: 'client_id=trawl', headers }))
        .status;
    };
    for (let count = 0; count < 20; count++) expect(await startFrom('203.0.113.7')).toBe(200);
    expect(await startFrom('203.0.113.7')).toBe(429);
    for (let count = 0; count < 80; count++) expect(await startFrom(`198.51.100.${count}`)).toBe(200);
    expect(await startFrom('198.51.100.99')).toBe(429);
    await wait(server, 601);
    expect((await guess(owner)).status).toBe(404);
    expect(await startFrom('203.0.113.7')).toBe(200);
  });

  test('is told where nobody needs a key', async () => {
    const server = await startServer();
    expect(await begin(server)).toMatchObject({ error: expect.stringContaining('asks nobody for a key') });
  });
});
