import { describe, expect, it } from 'vitest';
import { type Json, readContract } from '../contract/contract.js';
import { type Exchange, readExchanges } from './exchanges.js';
import { problemsOfAnswer, problemsOfRequest } from './problems.js';

const contract = readContract();
const exchanges = readExchanges();

function recording(name: string): Exchange {
  const found = exchanges.find((exchange) => exchange.name === name);
  if (!found) throw new Error(`There is no recording ${name}.`);
  return found;
}

function responseProblems(name: string, change: Partial<Exchange['response']>): string[] {
  const exchange = recording(name);
  return problemsOfAnswer(contract, { ...exchange, response: { ...exchange.response, ...change } });
}

function requestProblems(name: string, change: Partial<Exchange['request']>): string[] {
  const exchange = recording(name);
  return problemsOfRequest(contract, { ...exchange, request: { ...exchange.request, ...change } });
}

describe('a wrong answer does not fit', () => {
  const body = recording('crawl-status-completed').response.body as Record<string, Json>;

  it.each([
    ['a status that is not documented', 'scrape-markdown-default', { status: 418 }],
    ['another content type', 'scrape-markdown-default', { headers: { 'content-type': 'text/csv' } }],
    ['no content type', 'scrape-markdown-default', { headers: {} }],
    ['a list instead of an object', 'scrape-markdown-default', { body: [] }],
    ['no body', 'scrape-markdown-default', { body: null }],
    ['success that is no boolean', 'scrape-markdown-default', { body: { success: 'yes', data: {} } }],
    ['documents that are no list', 'crawl-status-completed', { body: { ...body, data: {} } }],
    ['a document that is no object', 'crawl-status-completed', { body: { ...body, data: ['page'] } }],
    ['no status of the job', 'crawl-status-completed', { body: { success: true, total: 1, completed: 1, data: [] } }],
    ['a total that is no number', 'crawl-status-completed', { body: { ...body, total: 'many' } }],
    ['an error without a sentence', 'crawl-status-unknown', { body: { success: false } }],
    ['an error that is no sentence', 'crawl-status-unknown', { body: { success: false, error: 404 } }],
    ['links that are strings', 'map-limit', { body: { success: true, links: ['https://example.com'] } }],
  ] as const)('%s', (_, name, change) => {
    expect(responseProblems(name, {})).toEqual([]);
    expect(responseProblems(name, change as Partial<Exchange['response']>)).not.toEqual([]);
  });
});

describe('a wrong request does not fit', () => {
  const path = recording('crawl-status-completed').request.path;

  it.each([
    ['a call that is not there', 'scrape-markdown-default', { path: '/v2/scrapes' }],
    ['an unknown query parameter', 'crawl-status-completed', { path: `${path}?page=2` }],
    ['a query parameter of another type', 'crawl-status-completed', { path: `${path}?limit=many` }],
    ['an id that is none', 'crawl-status-completed', { path: '/v2/crawl/first' }],
    ['no body', 'scrape-markdown-default', { body: undefined }],
    ['a body of another type', 'scrape-markdown-default', { headers: { 'content-type': 'text/plain' } }],
    ['a body where there is none', 'monitor-run', { body: {} }],
    ['an unknown field', 'scrape-markdown-default', { body: { url: 'https://example.com', surprise: true } }],
  ] as const)('%s', (_, name, change) => {
    expect(requestProblems(name, {})).toEqual([]);
    expect(requestProblems(name, change as Partial<Exchange['request']>)).not.toEqual([]);
  });
});
