import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { operations } from '../src/contract/contract.js';
import { calls } from './conformance/calls.js';
import { type Fixtures, startFixtures } from './conformance/fixtures.js';
import { createDatabase, dropDatabase, sharedServer } from './postgres/database.js';

/** The calls of the tests of the contract, to a service whose data is in PostgreSQL. */
describe.skipIf('missing' in sharedServer)('a service on PostgreSQL', () => {
  let fixtures: Fixtures;
  beforeAll(async () => {
    const database = await createDatabase();
    const ends: (() => Promise<void>)[] = [() => dropDatabase(database)];
    afterAll(async () => {
      for (const end of ends.reverse()) await end();
    });
    fixtures = await startFixtures({ database }, {}, (end) => ends.push(end));
  });

  describe.each(operations().map((operation) => [operation.id, operation] as const))('%s', (id, { method }) => {
    // The server holds each answer against the contract.
    test.each(calls[id])('answers $status when $when', async ({ status, send, body }) => {
      const { path, ...call } = await send(fixtures);
      expect(await fixtures.call(`${method} ${path}`, call)).toMatchObject({ status, ...(body && { body }) });
    });
  });
});
