import { expect, test } from 'vitest';
import { serveApi } from '../../test/serve-api.js';
import type { ResponseBody } from '../contract/operation.js';
import { Refusal, type RefusalFacts } from '../contract/refusal.js';
import { JsonText } from '../routes/route.js';

function appThatAnswers(answer: () => unknown, check = true) {
  const errors: unknown[] = [];
  const fetchApi = serveApi({
    // What must not be is what this is about.
    routes: { getConcurrency: () => answer() as ResponseBody<'getConcurrency'> },
    check,
    authorize: () => ({ team: 'team' }),
    report: (error) => errors.push(error),
  });
  const ask = async () => {
    const response = await fetchApi(new Request('http://127.0.0.1/v2/concurrency-check'));
    return { status: response.status, body: (await response.json()) as Record<string, unknown> };
  };
  return { ask, errors };
}

const refusal = (facts: RefusalFacts): never => {
  throw new Refusal('not_found', 'x', facts);
};

test.each<[name: string, answer: () => unknown, place: string]>([
  [
    'a body',
    () => ({ success: true, concurrency: 'many' }),
    'status 200 does not fit the contract in one place: /concurrency:',
  ],
  [
    'a whole response',
    () => new JsonText('{"concurrency":1}', {}),
    'status 200 does not fit the contract in one place: /success:',
  ],
  ['a refusal', () => refusal({ checkId: 5 as never }), 'status 404 does not fit the contract in one place: /checkId:'],
  ['several fields', () => ({ success: 1, concurrency: 'many' }), 'in 2 places: /success: '],
])('an answer that breaks the contract is an error that says where: %s', async (_, answer, place) => {
  const { status, body } = await appThatAnswers(answer).ask();
  expect(status).toBe(500);
  expect(body).toMatchObject({ success: false, code: 'UNKNOWN_ERROR', details: expect.any(Array) });
  expect(body.error).toContain(place);
  expect(body.error).toContain('The answer of getConcurrency with');
});

test('nobody looks when checking is off', async () => {
  const answer = { success: true, concurrency: 'many' };
  expect(await appThatAnswers(() => answer, false).ask()).toEqual({ status: 200, body: answer });
});

test('what nobody foresaw is reported under the id that the answer has', async () => {
  const cause = new Error('of some sort');
  const { ask, errors } = appThatAnswers(() => {
    throw cause;
  });
  const { status, body } = await ask();
  expect(status).toBe(500);
  expect(body).toMatchObject({ code: 'UNKNOWN_ERROR', error: expect.stringMatching(/Error ID: [0-9a-f-]{36}$/) });
  expect(body.error).not.toContain('of some sort');
  expect(errors).toEqual([cause]);
});
