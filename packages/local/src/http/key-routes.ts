import { Hono } from 'hono';
import type { ApiKeys, KeyRequest, LimitsInput } from '../accounts/api-keys.js';
import type { SchemaObject } from '../contract/contract.js';
import { invalidBody } from '../contract/invalid.js';
import { Refusal } from '../contract/refusal.js';
import { keyView } from '../operator/key-view.js';
import { MAX_JSON_BYTES, readJson } from '../request-body/body.js';
import type { MemoryReservation } from '../request-body/body-memory.js';
import type { Auth } from './auth.js';
import { json } from './reply.js';

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

/** The routes that manage the keys of the database. `keys` is called for each request: a reset replaces them. */
export function keyRoutes(
  keys: () => ApiKeys,
  auth: Pick<Auth, 'isOpen'>,
): Hono<{ Bindings: { readonly reservation: MemoryReservation } }> {
  const hono = new Hono<{ Bindings: { readonly reservation: MemoryReservation } }>();
  hono.post('/keys', async ({ req, env: { reservation } }) => {
    if (auth.isOpen) throw new Refusal('conflict', NO_KEYS);
    const request = await read<KeyRequest>(req.raw, reservation, newKeySchema);
    const { secret, ...key } = await keys().add(request);
    return json({ success: true, data: { ...keyView(key, 0), key: secret } });
  });
  hono.patch('/keys/:name', async ({ req, env: { reservation } }) => {
    await keys().setLimits(req.param('name'), await read<LimitsInput>(req.raw, reservation, limitsSchema));
    return json({ success: true });
  });
  hono.delete('/keys/:name', async ({ req }) => {
    await keys().revoke(req.param('name'));
    return json({ success: true });
  });
  return hono;
}

const NO_KEYS =
  'This server asks nobody for a key. Start it with an admin key (--admin-key-file), and each call needs one.';

async function read<Input>(request: Request, reservation: MemoryReservation, schema: SchemaObject): Promise<Input> {
  const input = await readJson(request, { maxBytes: MAX_JSON_BYTES, reservation });
  // Loaded on demand, because it loads the schema compiler.
  const { validate } = await import('../contract/validation.js');
  const issues = validate(schema, input);
  if (issues) throw invalidBody(issues);
  return input as Input;
}
