/**
 * Sends a marked secret in each field of each operation of the contract, in calls that are right and in calls that are
 * wrong: no log, no list of requests, no span and no metric has it.
 */
import { trace } from '@opentelemetry/api';
import { BasicTracerProvider, InMemorySpanExporter, SimpleSpanProcessor } from '@opentelemetry/sdk-trace-base';
import * as fc from 'fast-check';
import { expect, onTestFinished, test } from 'vitest';
import { isObject } from '../../src/base/is-object.js';
import type { Operation, Schema } from '../../src/contract/contract.js';
import { site } from '../crawl/site.js';
import { startModel } from '../model-server.js';
import { call, startServer } from '../server.js';
import { SITE_ORIGIN } from './placeholders.js';
import { allOperations } from './requests.js';
import { arbitraryFrom } from './schema-arbitrary.js';

const SECRET = 'Xyzzy7';

/** A text with the secret in it; of a URL, in its query. */
const marked = (text: string): string =>
  IS_URL.test(text) ? `${text.trim().replace(/#.*/s, '')}?token=${SECRET}` : `${text} ${SECRET}`;

const IS_URL = /^\s*(https?:\/\/|site\.test)/;

/** The value with the secret in all of its texts. */
function allMarked(value: unknown): unknown {
  if (typeof value === 'string') return marked(value);
  if (Array.isArray(value)) return value.map(allMarked);
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, allMarked(item)]));
}

/** The value, each time with one of its parts replaced: by what it says with the secret, or by the secret alone. */
function eachMarked(value: unknown): unknown[] {
  const own = typeof value === 'string' ? [marked(value), SECRET] : [SECRET];
  const inner = isObject(value) || Array.isArray(value) ? Object.entries(value) : [];
  const below = inner.flatMap(([name, item]) =>
    eachMarked(item).map((other) =>
      Array.isArray(value) ? value.with(Number(name), other) : { ...(value as object), [name]: other },
    ),
  );
  return [...own, ...below];
}

/** Bodies of an operation as texts. */
function bodiesOf(json: Schema): string[] {
  const samples = fc.sample(arbitraryFrom(json), { numRuns: 6, seed: 1 });
  const largest = samples.sort((one, other) => JSON.stringify(other).length - JSON.stringify(one).length).slice(0, 2);
  const right = largest.map(allMarked);
  const wrong = largest.flatMap((body) => [...eachMarked(body), { ...(body as object), [SECRET]: 1, other: SECRET }]);
  const texts = [...right, ...wrong].map((body) => JSON.stringify(body));
  const malformed = JSON.stringify(largest[0]).replace(/"[^"]*"\}$|\}$/, `${SECRET}}`);
  return [...texts, malformed, `{"headers":{"cookie":"${SECRET}"}}${SECRET}`, SECRET];
}

const queriesOf = ({ parameters }: Operation): string[] =>
  parameters.filter(({ in: place }) => place === 'query').map(({ name }) => `?${name}=${SECRET}`);

const HEADERS = ['accept', 'content-type', 'cookie', 'origin', 'range', 'referer', 'traceparent', 'x-idempotency-key'];

test('no log, no list of requests, no span and no metric has what callers send', { timeout: 60_000 }, async () => {
  const spans = new InMemorySpanExporter();
  trace.setGlobalTracerProvider(new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(spans)] }));
  onTestFinished(() => trace.disable());
  const { url } = await site({ '/page': '<h1>Tea</h1><p>Boats come in.</p>' });
  const model = await startModel(() => '{}');
  const lines: string[] = [];
  const options = { allowPrivateNetworks: true, modelUrl: model.url, modelName: 'small' };
  const server = await startServer({
    ...options,
    check: false,
    quiet: false,
    logFormat: 'json',
    log: (line) => lines.push(line),
  });
  const leaks = new Set<string>();
  const send = async (line: string, request: { body?: string; headers?: Record<string, string> } = {}) => {
    const headers = { ...(request.body !== undefined && { 'content-type': 'application/json' }), ...request.headers };
    await call(server, line, { ...request, headers });
    const journal = await call(server, 'GET /_local/journal?limit=1');
    for (const text of [...lines.splice(0), JSON.stringify(journal.body)]) if (text.includes(SECRET)) leaks.add(text);
  };
  for (const operation of allOperations) {
    const { method, path, body } = operation;
    const at = `${method} ${path.replaceAll(/\{.*?\}/g, '00000000-0000-4000-8000-000000000009')}`;
    for (const query of queriesOf(operation)) await send(at + query);
    for (const text of body?.['application/json'] ? bodiesOf(body['application/json']) : []) {
      await send(at, { body: text.replaceAll(SITE_ORIGIN, url).replaceAll('site.test', new URL(url).host) });
    }
  }
  for (const name of HEADERS)
    await send('POST /v2/map', { body: JSON.stringify({ url }), headers: { [name]: SECRET } });
  const metrics = await call(server, 'GET /_local/metrics');
  const said = spans
    .getFinishedSpans()
    .map(({ name, attributes, events, status }) => ({ name, attributes, events, status }));
  for (const text of [String(metrics.body), ...said.map((span) => JSON.stringify(span))])
    if (text.includes(SECRET)) leaks.add(text);
  expect(said.length).toBeGreaterThan(100);
  expect([...leaks]).toEqual([]);
});
