import { Hono } from 'hono';
import type { LoginPoll } from '../accounts/device-logins.js';
import { KEYLESS_TEAM } from '../accounts/teams.js';
import { Refusal } from '../contract/refusal.js';
import { readBytes, readChunks } from '../request-body/body.js';
import type { Auth, Reader } from './auth.js';
import type { CallEnv, HttpApp, Reply } from './call.js';
import { json, send } from './reply.js';
import type { Senders } from './senders.js';
import type { Service } from './service.js';

/** The grant of RFC 8628. */
const DEVICE_GRANT = 'urn:ietf:params:oauth:grant-type:device_code';

/** Bytes of a form or of a decision. */
const MAX_BYTES = 4096;

/** The page at which a sign-in is confirmed, in the dashboard. */
const PAGE = '/#/sign-in';

/**
 * The routes with which a program gets a key without that anybody types it: the device flow of RFC 8628, the decision about
 * a sign-in, and what a program asks about its own key.
 */
export function signInRoutes(
  service: Pick<Service, 'deviceLogins' | 'apiKeys'>,
  auth: Pick<Auth, 'isOpen' | 'authorizeReader' | 'authorizeOwner'>,
  senders: Pick<Senders, 'ownerOf'>,
): HttpApp {
  const hono = new Hono<CallEnv>();
  hono.post('/device/code', async (call) => {
    if (auth.isOpen) throw new Refusal('conflict', NO_KEYS);
    const form = await readForm(call.req.raw);
    const { deviceCode, userCode, expiresInMs, intervalMs } = await service.deviceLogins.start(
      form.get('client_id') ?? '',
      senders.ownerOf(call.req.raw, KEYLESS_TEAM, call.env.incoming).member ?? '',
    );
    const page = `${call.get('address').baseUrl}${PAGE}`;
    const answer = {
      device_code: deviceCode,
      user_code: userCode,
      verification_uri: page,
      verification_uri_complete: `${page}?code=${userCode}`,
      expires_in: expiresInMs / 1000,
      interval: intervalMs / 1000,
    };
    return send(call, json(answer, 200, NOT_STORED));
  });
  hono.post('/device/token', async (call) => {
    const form = await readForm(call.req.raw);
    if (form.get('grant_type') !== DEVICE_GRANT) return send(call, oauthError('unsupported_grant_type'));
    const deviceCode = form.get('device_code');
    if (!deviceCode) return send(call, oauthError('invalid_request'));
    return send(call, tokenAnswer(await service.deviceLogins.poll(deviceCode)));
  });
  hono.get('/device/logins/:code', async (call) => {
    const owner = await auth.authorizeOwner(call.req.raw);
    const { createdAt, expiresAt, ...login } = await service.deviceLogins.find(call.req.param('code'), nameOf(owner));
    const times = { createdAt: new Date(createdAt).toISOString(), expiresAt: new Date(expiresAt).toISOString() };
    return send(call, json({ success: true, data: { ...login, ...times, team: owner.isAdmin ? null : owner.team } }));
  });
  hono.post('/device/logins/:code/confirm', async (call) => {
    const owner = await auth.authorizeOwner(call.req.raw);
    const team = owner.isAdmin ? await teamIn(call.req.raw) : owner.team;
    await service.deviceLogins.confirm(call.req.param('code'), nameOf(owner), team);
    return send(call, json({ success: true }));
  });
  hono.post('/device/logins/:code/deny', async (call) => {
    const owner = await auth.authorizeOwner(call.req.raw);
    await service.deviceLogins.deny(call.req.param('code'), nameOf(owner));
    return send(call, json({ success: true }));
  });
  hono.get('/whoami', async (call) => {
    const reader = await auth.authorizeReader(call.req.raw);
    if (reader.isAdmin)
      return send(call, json({ success: true, data: { isAdmin: true, team: null, key: null } }, 200, NOT_STORED));
    const { team, key } = reader;
    return send(call, json({ success: true, data: { isAdmin: false, team, key: key?.name ?? null } }, 200, NOT_STORED));
  });
  hono.delete('/whoami', async (call) => {
    const reader = await auth.authorizeReader(call.req.raw);
    if (reader.isAdmin || !reader.key) throw new Refusal('conflict', NOT_REVOCABLE);
    await service.apiKeys.revoke(reader.key.name);
    return send(call, json({ success: true }));
  });
  return hono;
}

/** Who enters codes. */
const nameOf = (owner: Reader): string => (owner.isAdmin ? 'operator' : `team ${owner.team}`);

const NO_KEYS =
  'This server asks nobody for a key, so nobody has to sign in. Start it with an admin key (--admin-key-file), and each call needs one.';

const NOT_REVOCABLE = 'This key is an option of the server, which only its operator can change.';

const NOT_STORED = { 'cache-control': 'no-store' };

async function readForm(request: Request): Promise<URLSearchParams> {
  return new URLSearchParams(await readText(request));
}

async function readText(request: Request): Promise<string> {
  return new TextDecoder().decode(await readBytes(readChunks(request, { maxBytes: MAX_BYTES })));
}

/** The team that the operator has chosen. */
async function teamIn(request: Request): Promise<string> {
  let team: unknown;
  try {
    ({ team } = Object(JSON.parse(await readText(request))));
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
  }
  if (typeof team === 'string' && team !== '') return team;
  throw new Refusal('invalid', 'team: name the team that the program works for.');
}

function tokenAnswer(poll: LoginPoll): Reply {
  if (poll.state !== 'confirmed') return oauthError(poll.state);
  const { secret, name, team } = poll.key;
  return json({ access_token: secret, token_type: 'Bearer', name, team }, 200, NOT_STORED);
}

/** An error as RFC 6749 has it, and not as the API does. */
function oauthError(error: string): Reply {
  return json({ error }, 400, NOT_STORED);
}
