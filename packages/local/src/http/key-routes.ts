import { Hono } from 'hono';
import type { KeyRequest, LimitsInput } from '../accounts/api-keys.js';
import type { SchemaObject } from '../contract/contract.js';
import { invalidBody } from '../contract/invalid.js';
import { Refusal } from '../contract/refusal.js';
import { keyView } from '../operator/key-view.js';
import { MAX_JSON_BYTES, readJson } from '../request-body/body.js';
import type { Auth } from './auth.js';
import type { Call, CallEnv, HttpApp } from './call.js';
import { json, send } from './reply.js';
import type { Service } from './service.js';

const limitSchemas = {
  scopes: { type: ['array', 'null'], items: { type: 'string' } },
  rate: { type: ['integer', 'null'] },
  concurrency: { type: ['integer', 'null'] },
  credits: { type: ['integer', 'null'] },
};

const newKeySchema: SchemaObject = {
  type: 'object',
  additionalProperties: false,
  required: ['name', 'team'],
  properties: { name: { type: 'string' }, team: { type: 'string' }, ...limitSchemas },
};

const limitsSchema: SchemaObject = { type: 'object', additionalProperties: false, properties: limitSchemas };

/** The routes that manage the keys of the database. */
export function keyRoutes(service: Pick<Service, 'apiKeys'>, auth: Pick<Auth, 'isOpen'>): HttpApp {
  const hono = new Hono<CallEnv>();
  hono.post('/keys', async (call) => {
    if (auth.isOpen) throw new Refusal('conflict', NO_KEYS);
    const request = await read<KeyRequest>(call, newKeySchema);
    const { secret, ...key } = await service.apiKeys.add(request);
    return send(call, json({ success: true, data: { ...keyView(key, 0), key: secret } }));
  });
  hono.patch('/keys/:name', async (call) => {
    await service.apiKeys.setLimits(call.req.param('name'), await read<LimitsInput>(call, limitsSchema));
    return send(call, json({ success: true }));
  });
  hono.delete('/keys/:name', async (call) => {
    await service.apiKeys.revoke(call.req.param('name'));
    return send(call, json({ success: true }));
  });
  return hono;
}

const NO_KEYS =
  'This server asks nobody for a key. Start it with an admin key (--admin-key-file), and each call needs one.';

async function read<Input>(call: Call, schema: SchemaObject): Promise<Input> {
  const input = await readJson(call.req.raw, { maxBytes: MAX_JSON_BYTES, reservation: call.get('reservation') });
  // Loaded on demand, because it loads the schema compiler.
  const { validate } = await import('../contract/validation.js');
  const issues = validate(schema, input);
  if (issues) throw invalidBody(issues);
  return input as Input;
}
