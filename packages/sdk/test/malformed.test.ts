import { expect, it } from 'vitest';
import { ResponseFormatError, TrawlError } from '../src/errors/index.js';
import type { OperationName } from '../src/resources/wire.js';
import { clientOf } from './client.js';
import { calls, type Given } from './contract-calls.js';
import { operationsOfContract } from './contract-requests.js';
import { json, MisbehavingServer } from './misbehaving-server.js';
import { failureOf } from './sending.js';

/** Answers of JSON that no operation has, although some have a part of them. */
const MALFORMED: unknown[] = [
  {},
  [],
  { success: true },
  ...[null, 7, 'text', [], [null], [7], { web: null }, { web: [null] }, { web: 7 }].map((data) => ({
    success: true,
    data,
  })),
  ...['crawls', 'sessions', 'periods', 'results'].map((list) => ({ success: true, [list]: null })),
  { success: true, id: 7, status: 7, data: { pages: null } },
];

it.each(operationsOfContract())(
  '$name is a result or an error of ours, whatever it is answered with',
  async ({ name, pathValues, queries, bodies }) => {
    await using server = await MisbehavingServer.start();
    const given = { path: pathValues, query: queries[0], body: bodies[0] ?? {} } as unknown as Given<never>;
    for (const answer of MALFORMED) {
      server.will(json(answer));
      const call = calls[name as OperationName].call(clientOf(server), given);
      const error = await call.then(
        () => undefined,
        (reason: unknown) => reason,
      );
      if (error !== undefined) expect([answer, error]).toEqual([answer, expect.any(TrawlError)]);
    }
  },
);

const completed = (answer: object) => MisbehavingServer.start(json({ success: true, status: 'completed', ...answer }));

it.each([{ data: null }, { data: 7 }, { data: 'text' }, { data: [{}], next: 7 }, { data: [7], next: {} }])(
  'a job that is answered with %j ends with an error of ours',
  async (answer) => {
    await using server = await completed(answer);
    const error = await failureOf(clientOf(server).crawls.resume('c-1', { formats: ['markdown'] }));
    expect(error).toBeInstanceOf(ResponseFormatError);
  },
);

it.each([{ data: [null] }, { data: [7] }, { data: [[]] }])(
  'a job that is answered with %j has its document, which says what is missing',
  async (answer) => {
    await using server = await completed(answer);
    const { documents } = await clientOf(server).crawls.resume('c-1', { formats: ['markdown'] });
    expect(documents).toMatchObject([{ markdown: '', contentError: expect.any(ResponseFormatError) }]);
  },
);

it('an answer of which nothing can be made is told with its operation, and kept', async () => {
  const answer = { success: true, data: { web: 7 } };
  await using server = await MisbehavingServer.start(json(answer));
  const error = await failureOf(clientOf(server).search('a', { scrapeOptions: { formats: ['html'] } }));
  expect(error).toBeInstanceOf(ResponseFormatError);
  expect(error).toMatchObject({ operation: 'searchWeb', status: 200, attempts: 1, received: [answer] });
  expect(error.message).toBe('searchWeb was answered in an unknown form: `data.web` is no list.');
  expect(error.cause).toBeInstanceOf(TypeError);
});
