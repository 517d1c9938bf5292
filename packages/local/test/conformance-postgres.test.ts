import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { operations } from '../src/contract/contract.js';
import { calls } from './conformance/calls.js';
import { type Fixtures, startFixtures } from './conformance/fixtures.js';
import { createDatabase, dropDatabase, sharedServer } from './postgres/database.js';
import { noteStatements, sequentialScans } from './postgres/statements.js';

/** What the page of the service shows. */
const VIEWS = [
  'jobs',
  'monitors',
  'pages',
  'pages?text=made',
  'deliveries',
  'keys',
  'credits',
  'screenshots',
  'metrics',
];

/** The calls of the tests of the contract, to a service whose data is in PostgreSQL. */
describe.skipIf('missing' in sharedServer)('a service on PostgreSQL', () => {
  let fixtures: Fixtures;
  let database: string;
  const statements = noteStatements();
  beforeAll(async () => {
    database = await createDatabase();
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

  test('reads no table that grows from its first row to its last, for these calls and for the page of the service', async () => {
    for (const view of VIEWS) {
      const response = await fixtures.server.fetch(`${fixtures.server.url}/_local/${view}`);
      expect(response.status).toBe(200);
    }
    expect(await sequentialScans(database, statements.values())).toEqual([]);
  });
});
