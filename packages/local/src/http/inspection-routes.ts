import { createHash } from 'node:crypto';
import { Hono } from 'hono';
import { Refusal } from '../contract/refusal.js';
import type { Inspection } from '../operator/inspection.js';
import { plainResponse } from './plain-response.js';
import { JSON_HEADERS } from './reply.js';

/** The routes that show what the server has seen and done. `inspection` is called for each request: a reset replaces it. */
export function inspectionRoutes(inspection: () => Inspection): Hono {
  const hono = new Hono();
  hono.get('/jobs', async ({ req }) => knownResponse(req.raw, await inspection().jobs.list()));
  hono.get('/jobs/:id', async ({ req }) => {
    const skip = positive(req.query('skip') ?? '0', 'skip');
    return knownResponse(req.raw, await inspection().jobs.detail(req.param('id'), skip));
  });
  hono.get('/nodes', async ({ req }) => knownResponse(req.raw, await inspection().nodes()));
  hono.get('/monitors', async ({ req }) => knownResponse(req.raw, await inspection().monitors.list()));
  hono.get('/monitors/:id', async ({ req }) =>
    knownResponse(req.raw, await inspection().monitors.detail(req.param('id'))),
  );
  hono.get('/monitors/:id/checks/:check', async ({ req }) =>
    knownResponse(req.raw, await inspection().monitors.check(req.param('id'), req.param('check'))),
  );
  hono.get('/pages', async ({ req }) => knownResponse(req.raw, await inspection().pages.list(req.query('text') ?? '')));
  hono.get('/pages/:id', async ({ req }) =>
    knownResponse(req.raw, await inspection().pages.detail(positive(req.param('id'), 'The id of a page'))),
  );
  hono.get('/deliveries', async ({ req }) => knownResponse(req.raw, await inspection().deliveries()));
  hono.get('/deliveries/:number', async ({ req }) =>
    knownResponse(req.raw, await inspection().delivery(positive(req.param('number'), 'The number of a delivery'))),
  );
  hono.get('/keys', async ({ req }) => knownResponse(req.raw, await inspection().keys()));
  hono.get('/credits', async ({ req }) => knownResponse(req.raw, await inspection().credits()));
  hono.get('/sessions', ({ req }) => knownResponse(req.raw, inspection().sessions()));
  hono.get('/screenshots', async ({ req }) => knownResponse(req.raw, await inspection().screenshots()));
  return hono;
}

const knownResponse = (request: Request, data: unknown): Response => unlessKnown(request, { success: true, data });

/** Answers with the body, or with 304 when the client has it: a page asks again and again while it is open. */
export function unlessKnown(request: Request, body: object): Response {
  const text = JSON.stringify(body);
  const etag = `"${createHash('sha1').update(text).digest('base64url')}"`;
  const headers = { ...JSON_HEADERS, etag, 'cache-control': 'no-store' };
  if (request.headers.get('if-none-match') === etag) return new Response(null, { status: 304, headers: { etag } });
  return plainResponse({ status: 200, headers, text });
}

export function positive(text: string, name: string): number {
  const number = Number(text);
  if (Number.isSafeInteger(number) && number >= 0) return number;
  throw new Refusal('BAD_REQUEST', `${name} must be a whole number from 0.`);
}
