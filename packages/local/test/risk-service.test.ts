import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { LocalServerOptions } from '../src/index.js';
import { redirectTo, site } from './crawl/site.js';
import { call, startServer } from './server.js';

/** A question as the risk service got it. */
interface Question {
  readonly method: string | undefined;
  readonly url: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

type Answer = (url: string) => { readonly status?: number; readonly json?: unknown } | undefined;

/** A risk service on loopback. `answer` gets the URL in question; it hangs up where it returns nothing. */
async function startRiskService(answer: Answer) {
  const questions: Question[] = [];
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    const { method, url = '', headers } = request;
    questions.push({ method, url, headers, body });
    const asked = body === '' ? new URL(url, 'http://risk').searchParams.get('uri') : JSON.parse(body).url;
    const { status = 200, json } = answer(asked) ?? {};
    if (json === undefined) return void response.destroy();
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(json));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}/check`, questions };
}

async function start(riskServiceUrl: string, options: LocalServerOptions = {}) {
  const pages = await site({
    '/': '<title>Ferry</title><main><p>It leaves at 9:15. <a href="/bad">Free tickets</a></p></main>',
    '/bad': '<title>Free</title><main><p>Your password, please.</p></main>',
    '/away': redirectTo('/bad'),
  });
  const server = await startServer({ allowPrivateNetworks: true, riskServiceUrl, ...options });
  const scrape = (path: string, threatProtection: object, body: object = {}) =>
    call(server, 'POST /v2/scrape', { body: { url: pages.url + path, threatProtection, ...body } });
  return { server, scrape, visits: pages.visits, url: pages.url };
}

const NORMAL = { mode: 'normal' };

describe('with a risk service, threat protection', () => {
  const answer: Answer = (url) => ({ json: url.endsWith('/bad') ? { score: 80, reason: 'phishing' } : { score: 5 } });

  test('asks for the URL of each page before it is visited, by the documented protocol', async () => {
    const { url, questions } = await startRiskService(answer);
    const { scrape, ...pages } = await start(url, { riskServiceKey: 'k-123' });
    const { status, body } = await scrape('/#top', NORMAL);
    expect(status).toBe(200);
    expect(body).toMatchObject({ data: { metadata: { creditsUsed: 3 } } });
    expect(body).not.toHaveProperty('data.warning');
    expect(questions).toMatchObject([
      {
        method: 'POST',
        url: '/check',
        body: JSON.stringify({ url: `${pages.url}/` }),
        headers: { authorization: 'Bearer k-123' },
      },
    ]);
  });

  test('blocks a URL whose score reaches the threshold, also where another leads to it', async () => {
    const { url } = await startRiskService(answer);
    const { scrape, visits } = await start(url);
    for (const path of ['/bad', '/away']) {
      const { status, body } = await scrape(path, { ...NORMAL, riskScoreThreshold: 80 });
      expect(status).toBe(403);
      expect(body).toMatchObject({
        code: 'unsafe_domain_blocked',
        error: expect.stringContaining('its risk is 80 of 100 (phishing), and URLs are blocked from 80 on'),
      });
    }
    expect(visits).not.toContain('/bad');
    expect((await scrape('/bad', { ...NORMAL, riskScoreThreshold: 81 })).status).toBe(200);
  });

  test('asks for nothing without the mode, on the whitelist, by the lists alone and in lockdown', async () => {
    const { url, questions } = await startRiskService(answer);
    const { scrape } = await start(url);
    await scrape('/', { blacklist: ['evil.example'] });
    await scrape('/bad', { ...NORMAL, whitelist: ['127.0.0.1'] });
    await scrape('/', { ...NORMAL, blacklist: ['127.0.0.1'] });
    await scrape('/', NORMAL, { lockdown: true });
    expect(questions).toEqual([]);
  });

  test('leaves risky pages out of a crawl and of a search, and asks for each URL once in five minutes', async () => {
    const { url, questions } = await startRiskService(answer);
    const { server, ...pages } = await start(url);
    const threatProtection = { ...NORMAL, riskScoreThreshold: 50 };
    const { body } = await call(server, 'POST /v2/crawl', {
      body: { url: pages.url, scrapeOptions: { threatProtection } },
    });
    const { id } = body as { id: string };
    await expect
      .poll(async () => (await call(server, `GET /v2/crawl/${id}`)).body, { timeout: 20_000 })
      .toMatchObject({ status: 'completed', completed: 1 });
    expect((await call(server, `GET /v2/crawl/${id}/errors`)).body).toMatchObject({
      errors: [{ url: `${pages.url}/bad`, error: expect.stringContaining('phishing') }],
    });
    expect(pages.visits).not.toContain('/bad');
    await call(server, 'POST /v2/scrape', { body: { url: `${pages.url}/bad` } });
    const search = await call(server, 'POST /v2/search', { body: { query: 'password', threatProtection } });
    expect(search.body).toMatchObject({ data: {}, warning: expect.stringContaining('left results out: 1') });
    expect(questions).toHaveLength(2);
  });
});

test('while the service is away, pages are let through with a warning, or blocked, as the failure policy says', async () => {
  const FAILURES: Readonly<Record<string, ReturnType<Answer>>> = {
    'hangs up': undefined,
    fails: { status: 500, json: { score: 0 } },
    'says something else': { json: { score: 'high' } },
    'leaves the scale': { json: { score: 101 } },
  };
  let failure: ReturnType<Answer>;
  const { url } = await startRiskService(() => failure);
  const lines: string[] = [];
  const { scrape, visits } = await start(url, { log: (line) => lines.push(line) });
  for (const [name, answer] of Object.entries(FAILURES)) {
    failure = answer;
    const closed = await scrape('/', { ...NORMAL, failurePolicy: 'closed' }, { maxAge: 0 });
    expect(closed.body, name).toMatchObject({ error: expect.stringContaining('the risk service is away') });
    expect([closed.status, visits.splice(0)], name).toEqual([403, []]);
    const open = await scrape('/', { ...NORMAL, failurePolicy: 'open' }, { maxAge: 0 });
    expect(open.body, name).toMatchObject({ data: { warning: expect.stringContaining('cannot be asked now') } });
    expect([open.status, visits.splice(0)], name).toEqual([200, ['/']]);
  }
  // The log says it once, until the service answers again.
  expect(lines.filter((line) => line.includes('risk service'))).toHaveLength(1);
});

test('the protocol of Web Risk asks for the lists of threats, and takes a URL on one for the highest risk', async () => {
  const { url, questions } = await startRiskService((asked) =>
    asked.endsWith('/bad')
      ? { json: { threat: { threatTypes: ['SOCIAL_ENGINEERING'], expireTime: '2030-01-01T00:00:00Z' } } }
      : { json: {} },
  );
  const { scrape, ...pages } = await start(`${url}#protocol=web-risk`, { riskServiceKey: 'k-123' });
  expect((await scrape('/', NORMAL)).status).toBe(200);
  expect((await scrape('/bad', NORMAL)).body).toMatchObject({
    error: expect.stringContaining('its risk is 100 of 100 (social engineering)'),
  });
  expect(questions[0]).toMatchObject({ method: 'GET', headers: { 'x-goog-api-key': 'k-123' } });
  const { searchParams } = new URL(questions[0]?.url ?? '', url);
  expect(Object.fromEntries(searchParams)).toMatchObject({ uri: `${pages.url}/` });
  expect(searchParams.getAll('threatTypes')).toEqual(['MALWARE', 'SOCIAL_ENGINEERING', 'UNWANTED_SOFTWARE']);
});

test('a key needs the address of the service that it is for', async () => {
  await expect(startServer({ riskServiceKey: 'k-123' })).rejects.toThrow(/^riskServiceKey needs the address/);
});
