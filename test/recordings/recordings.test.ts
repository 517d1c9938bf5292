import { describe, expect, it } from 'vitest';
import { readContract } from '../contract/contract.js';
import { type Exchange, readExchanges } from './exchanges.js';
import { inexpressible, refusedWithOtherStatus } from './inexpressible.js';
import { operationOf, problemsOfAnswer, problemsOfRequest } from './problems.js';

/** Calls that no version of the API has; they were recorded to see the responses. */
const noCalls: Readonly<Record<string, string>> = { 'route-404': 'GET /v2/nope', 'route-405': 'GET /v2/scrape' };

const contract = readContract();
const recorded = readExchanges();
const exchanges = recorded.filter(({ name }) => !(name in noCalls));
const succeeded = ({ response }: Exchange) => response.status < 400;
const refused = ({ name, response }: Exchange) => response.status === 400 || name in refusedWithOtherStatus;
const accepted = exchanges.filter(succeeded);
const failedOtherwise = exchanges.filter((exchange) => !succeeded(exchange) && !refused(exchange));
const badRequests = exchanges.filter((exchange) => refused(exchange) && !(exchange.name in inexpressible));

/** One test for each exchange, named after the call and the recording. */
function forEach(
  chosen: readonly Exchange[],
  rest: (exchange: Exchange) => string,
  test: (exchange: Exchange) => void,
) {
  for (const exchange of chosen) {
    const { name, request } = exchange;
    it(`${request.method} ${request.path.slice(0, 60)} (${name}) ${rest(exchange)}`, () => test(exchange));
  }
}

describe(`all ${exchanges.length} recorded answers fit the contract`, () => {
  forEach(
    exchanges,
    ({ response }) => `is answered ${response.status} as documented`,
    (exchange) => expect(problemsOfAnswer(contract, exchange)).toEqual([]),
  );
});

describe(`all ${accepted.length} requests that the server accepted fit the contract`, () => {
  forEach(
    accepted,
    () => 'is a valid request',
    (exchange) => expect(problemsOfRequest(contract, exchange)).toEqual([]),
  );
});

describe(`all ${failedOtherwise.length} valid requests that failed fit the contract`, () => {
  forEach(
    failedOtherwise,
    ({ response }) => `is a valid request, although it failed with ${response.status}`,
    (exchange) => expect(problemsOfRequest(contract, exchange)).toEqual([]),
  );
});

describe(`all ${badRequests.length} invalid requests are refused by the contract`, () => {
  forEach(
    badRequests,
    () => 'is an invalid request',
    (exchange) => expect(problemsOfRequest(contract, exchange)).not.toEqual([]),
  );
});

describe(`${Object.keys(inexpressible).length} refusals cannot be expressed by a schema`, () => {
  it.each(Object.entries(inexpressible))('%s: %s', (name) => {
    const exchange = recorded.find((each) => each.name === name);
    expect(exchange?.response.status).toBe(400);
    expect(exchange && problemsOfRequest(contract, exchange)).toEqual([]);
  });
});

describe('calls that the contract does not have', () => {
  it.each(Object.entries(noCalls))('%s: %s is answered 404 with a page', (name, call) => {
    const exchange = recorded.find((each) => each.name === name);
    expect(exchange && `${exchange.request.method} ${exchange.request.path}`).toBe(call);
    expect(exchange && operationOf(contract, exchange)).toBeUndefined();
    expect(exchange?.response).toMatchObject({ status: 404, headers: { 'content-type': 'text/html; charset=utf-8' } });
  });
});
