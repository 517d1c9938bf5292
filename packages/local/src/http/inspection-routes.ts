import { createHash } from 'node:crypto';
import { Hono } from 'hono';
import { Refusal } from '../contract/refusal.js';
import type { Call, CallEnv, HttpApp } from './call.js';
import { JSON_HEADERS, send } from './reply.js';
import type { Service } from './service.js';

/** The routes that show what the server has seen and done. */
export function inspectionRoutes(service: Pick<Service, 'inspection'>): HttpApp {
  const hono = new Hono<CallEnv>();
  hono.get('/jobs', async (call) => known(call, await service.inspection.jobs.list()));
  hono.get('/jobs/:id', async (call) => {
    const skip = positive(call.req.query('skip') ?? '0', 'skip');
    return known(call, await service.inspection.jobs.detail(call.req.param('id'), skip));
  });
  hono.get('/nodes', async (call) => known(call, await service.inspection.nodes()));
  hono.get('/monitors', async (call) => known(call, await service.inspection.monitors.list()));
  hono.get('/monitors/:id', async (call) =>
    known(call, await service.inspection.monitors.detail(call.req.param('id'))),
  );
  hono.get('/monitors/:id/checks/:check', async (call) =>
    known(call, await service.inspection.monitors.check(call.req.param('id'), call.req.param('check'))),
  );
  hono.get('/pages', async (call) => known(call, await service.inspection.pages.list(call.req.query('text') ?? '')));
  hono.get('/pages/:id', async (call) =>
    known(call, await service.inspection.pages.detail(positive(call.req.param('id'), 'The id of a page'))),
  );
  hono.get('/deliveries', async (call) => known(call, await service.inspection.deliveries()));
  hono.get('/deliveries/:number', async (call) =>
    known(call, await service.inspection.delivery(positive(call.req.param('number'), 'The number of a delivery'))),
  );
  hono.get('/keys', async (call) => known(call, await service.inspection.keys()));
  hono.get('/credits', async (call) => known(call, await service.inspection.credits()));
  hono.get('/sessions', (call) => known(call, service.inspection.sessions()));
  hono.get('/screenshots', async (call) => known(call, await service.inspection.screenshots()));
  return hono;
}

const known = (call: Call, data: unknown): Response => unlessKnown(call, { success: true, data });

/** Answers with the body, or with 304 when the client has it: a page asks again and again while it is open. */
export function unlessKnown(call: Call, body: object): Response {
  const text = JSON.stringify(body);
  const etag = `"${createHash('sha1').update(text).digest('base64url')}"`;
  const headers = { ...JSON_HEADERS, etag, 'cache-control': 'no-store' };
  if (call.req.raw.headers.get('if-none-match') === etag) return new Response(null, { status: 304, headers: { etag } });
  return send(call, { status: 200, headers, text });
}

export function positive(text: string, name: string): number {
  const number = Number(text);
  if (Number.isSafeInteger(number) && number >= 0) return number;
  throw new Refusal('BAD_REQUEST', `${name} must be a whole number from 0.`);
}
