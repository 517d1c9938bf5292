import { afterAll, describe, expect, test } from 'vitest';
import { type Operation, operations } from '../src/contract/contract.js';
import { validate } from '../src/contract/validation.js';
import { calls } from './conformance/calls.js';
import { UNKNOWN } from './conformance/case.js';
import { startFixtures } from './conformance/fixtures.js';
import { shownFailures } from './conformance/shown-failures.js';
import type { ApiResponse, Call } from './server.js';

const shared = startFixtures({}, {}, afterAll);
const keyed = startFixtures({ apiKeys: ['key'] }, {}, afterAll);
const broke = startFixtures({ credits: 0 }, {}, afterAll);

/** Each answer is held against the contract here as well: the server's own check might look away. */
function expectFit(operation: Operation, { status, headers, body }: ApiResponse): void {
  expect(operation.statuses).toContain(status);
  const schema = operation.responseSchema(status);
  if (headers.get('content-type')?.startsWith('application/json'))
    expect(schema && validate(schema, body)).toBeUndefined();
  else expect(status).toBe(404);
}

/** Only few things lead to these statuses, and the contract shows the body of each. */
const SHOWN = [403, 404, 409, 410];

/** What a failure says: its code, or its sentence without the address and the id that it repeats. */
function saidBy(body: unknown): string {
  const { error, code } = body as { error: string; code?: string };
  return code ?? error.replace(/^Cannot [A-Z]+ \S+:/, 'Cannot:').replace(/[0-9a-f-]{36}/, 'ID');
}

/** The contract shows a failure of this operation that says the same. */
function expectShown(operation: Operation, { status, body }: ApiResponse): void {
  expect(shownFailures(operation, status).map(saidBy)).toContain(saidBy(body));
}

/** A path of the operation that leads to nothing. */
const pathOf = ({ path }: Operation) => path.replaceAll(/\{\w+\}/g, UNKNOWN);

describe.each(operations().map((operation) => [operation.id, operation] as const))('%s', (id, operation) => {
  test.each(calls[id])('answers $status when $when', async ({ status, send, body }) => {
    const fixtures = await shared;
    const { path, ...call } = await send(fixtures);
    const answer = await fixtures.call(`${operation.method} ${path}`, call satisfies Call);
    expectFit(operation, answer);
    expect(answer).toMatchObject({ status, ...(body && { body }) });
    if (SHOWN.includes(status)) expectShown(operation, answer);
  });

  test('needs a key when there are keys', async () => {
    const { call } = await keyed;
    const headers = operation.keyless || operation.signed ? { authorization: 'Bearer wrong' } : {};
    const answer = await call(`${operation.method} ${pathOf(operation)}`, { headers });
    expectFit(operation, answer);
    expect(answer).toMatchObject({ status: 401, body: { success: false } });
    expect(answer.headers.has('www-authenticate')).toBe(true);
  });

  const failures = operation.statuses.filter((status) => status >= 400);
  test.each(failures)('answers %i as a fault', async (status) => {
    const { call } = await shared;
    const headers = { 'x-trawl-fault': `status=${status}; retry-after=1` };
    const answer = await call(`${operation.method} ${pathOf(operation)}`, { headers });
    expectFit(operation, answer);
    expect(answer).toMatchObject({ status, body: { success: false } });
    expect(answer.headers.get('retry-after')).toBe('1');
  });

  if (operation.body?.['application/json'])
    test('refuses invalid JSON', async () => {
      const { call } = await shared;
      const headers = { 'content-type': 'application/json' };
      const answer = await call(`${operation.method} ${pathOf(operation)}`, { body: '{', headers });
      expectFit(operation, answer);
      expect(answer).toMatchObject({ status: 400, body: { code: 'BAD_REQUEST_INVALID_JSON' } });
    });

  if (operation.body?.['application/json'])
    test('reports the field of an invalid body', async () => {
      const { call } = await shared;
      const answer = await call(`${operation.method} ${pathOf(operation)}`, { body: [] });
      expectFit(operation, answer);
      const { error, details } = answer.body as { error: string; details?: object[] };
      expect([answer.status, JSON.stringify(details ?? error)]).toEqual([
        400,
        expect.stringContaining('received array'),
      ]);
    });

  const ids = operation.parameters.filter(
    ({ in: place, schema }) => place === 'path' && typeof schema === 'object' && schema.format === 'uuid',
  );
  if (ids.length > 0)
    test('refuses invalid UUIDs', async () => {
      const { call } = await shared;
      const path = operation.path.replaceAll(/\{\w+\}/g, 'abc');
      const answer = await call(`${operation.method} ${path}`);
      expectFit(operation, answer);
      expect(answer.status).toBe(400);
      expectShown(operation, answer);
    });

  const costs = operation.method === 'POST' && operation.statuses.includes(402);
  if (costs)
    test('is refused without credits', async () => {
      const { call } = await broke;
      const answer = await call(`${operation.method} ${pathOf(operation)}`, { body: {} });
      expectFit(operation, answer);
      expect(answer).toMatchObject({ status: 402, body: { success: false } });
    });
});
