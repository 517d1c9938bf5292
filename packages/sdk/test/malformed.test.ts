import { expect, it } from 'vitest';
import { ResponseFormatError, TrawlError } from '../src/errors/index.js';
import type { OperationName } from '../src/request/contract-types.js';
import { clientOf } from './client.js';
import { calls, type Given } from './contract-calls.js';
import { type ContractOperation, operationsOfContract } from './contract-requests.js';
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
  ...['crawls', 'sessions', 'periods', 'results'].flatMap((list) =>
    [null, 7].map((value) => ({ success: true, [list]: value })),
  ),
  { success: true, id: 7, status: 7, data: { pages: null } },
];

const operations = operationsOfContract();
/** Those of which a caller gets a list, by the examples of the contract. */
const ofLists = operations.filter(({ name, answers }) => {
  const { result = (same: unknown) => same } = calls[name as OperationName];
  return answers.some((answer) => Array.isArray(result(answer)));
});

/** What a call ends with for each of the malformed answers. */
async function outcomesOf({ name, pathValues, queries, bodies }: ContractOperation) {
  await using server = await MisbehavingServer.start();
  const given = { path: pathValues, query: queries[0], body: bodies[0] ?? {} } as unknown as Given<never>;
  const outcomes: { readonly answer: unknown; readonly error?: unknown; readonly result?: unknown }[] = [];
  for (const answer of MALFORMED) {
    server.will(json(answer));
    const call = calls[name as OperationName].call(clientOf(server), given);
    outcomes.push(
      await call.then(
        (result) => ({ answer, result }),
        (error: unknown) => ({ answer, error }),
      ),
    );
  }
  return outcomes;
}

it.each(operations)('$name ends with a result or a TrawlError, for any response', async (operation) => {
  const failures = (await outcomesOf(operation)).filter((outcome) => 'error' in outcome);
  expect(failures.filter(({ error }) => !(error instanceof TrawlError))).toEqual([]);
});

it.each(ofLists)('$name returns a list if it returns a result', async (operation) => {
  const successes = (await outcomesOf(operation)).filter((outcome) => 'result' in outcome);
  expect(successes.filter(({ result }) => !Array.isArray(result))).toEqual([]);
});

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

it('the error of an unusable response has its operation and its body', async () => {
  const answer = { success: true, data: { web: 7 } };
  await using server = await MisbehavingServer.start(json(answer));
  const error = await failureOf(clientOf(server).search('a', { scrapeOptions: { formats: ['html'] } }));
  expect(error).toBeInstanceOf(ResponseFormatError);
  expect(error).toMatchObject({ operation: 'searchWeb', status: 200, attempts: 1, received: [answer] });
  expect(error.message).toBe('search (searchWeb) was answered in an unknown form: data.web is no list.');
  expect(error.cause).toBeInstanceOf(TypeError);
});
