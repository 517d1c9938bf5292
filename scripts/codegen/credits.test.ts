import { describe, expect, it } from 'vitest';
import { parseContract } from './contract.js';
import { renderCreditTable } from './credits.js';

/** The generated table, as values. */
function generated(yaml: string): { rules: unknown; regular: unknown; defaults: unknown } {
  const source = renderCreditTable(parseContract(`openapi: 3.1.0\n${yaml}`, 'openapi/v2.yaml'));
  const table = /^export const creditTable = (.*) as const;$/ms.exec(source)?.[1] ?? '';
  return JSON.parse(
    table
      .replaceAll(/^( *)(\w+): /gm, '$1"$2": ')
      .replaceAll(/ as readonly \w+\[\]/g, '')
      .replaceAll(/,(\s*[\]}])/g, '$1'),
  );
}

const RULES = `
x-credit-rules:
  - { id: proxy-auto, field: proxy, value: auto, most: 5, per: request, description: Proxies. }
  - { id: checks, field: checks.mode, value: normal, most: 2, per: checked URL, description: Checks. }
`;

const CONTRACT = `
paths:
  /scrape:
    post:
      operationId: scrapePage
      requestBody: { content: { application/json: { schema: { $ref: '#/components/schemas/Scrape' } } } }
  /crawl:
    post:
      operationId: startCrawl
      requestBody: { $ref: '#/components/requestBodies/Crawl' }
  /map:
    post:
      operationId: mapSite
      requestBody: { content: { application/json: { schema: { $ref: '#/components/schemas/Scrape' } } } }
components:
  requestBodies:
    Crawl: { content: { application/json: { schema: { $ref: '#/components/schemas/Crawl' } } } }
  schemas:
    Scrape:
      allOf: [{ $ref: '#/components/schemas/Options' }]
      properties: { url: { type: string, default: 'https://example.com' } }
    Crawl:
      properties:
        limit: { type: integer, default: 100 }
        delay: { type: integer, default: 1 }
        scrapeOptions: { $ref: '#/components/schemas/Options', default: {} }
        anything: true
    Options:
      properties:
        proxy: { type: string, default: auto }
        noproxy: { type: string, default: auto }
        checks: { properties: { mode: { type: string, default: normal }, other: { default: normal } } }
`;

it('gives the rules of the contract', () => {
  expect(generated(RULES + CONTRACT).rules).toEqual([
    { id: 'proxy-auto', field: 'proxy', value: 'auto', per: 'request', description: 'Proxies.', max: 5 },
    { id: 'checks', field: 'checks.mode', value: 'normal', per: 'checked URL', description: 'Checks.', max: 2 },
  ]);
});

describe('the defaults', () => {
  it('are those of the fields that rules and counts go by, wherever a request has them', () => {
    expect(generated(RULES + CONTRACT).defaults).toEqual({
      scrapePage: { proxy: 'auto', 'checks.mode': 'normal' },
      startCrawl: { limit: 100, 'scrapeOptions.proxy': 'auto', 'scrapeOptions.checks.mode': 'normal' },
    });
  });

  it('are none for a call without a body', () => {
    expect(generated('paths: { /search: { post: { operationId: searchWeb } } }').defaults).toEqual({
      searchWeb: {},
    });
  });
});

it('is empty for a contract in which nothing costs anything', () => {
  expect(generated('paths: {}')).toEqual({ rules: [], regular: [], defaults: {} });
});
