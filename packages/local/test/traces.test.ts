import { context, propagation, trace } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { W3CTraceContextPropagator } from '@opentelemetry/core';
import {
  BasicTracerProvider,
  InMemorySpanExporter,
  type ReadableSpan,
  SimpleSpanProcessor,
} from '@opentelemetry/sdk-trace-base';
import { expect, onTestFinished, test } from 'vitest';
import { site } from './crawl/site.js';
import { replyFrom, startModel } from './model-server.js';
import { call, startServer } from './server.js';

const TRACE_ID = '0af7651916cd43dd8448eb211c80319c';
const SPAN_ID = 'b7ad6b7169203331';
const traceparent = `00-${TRACE_ID}-${SPAN_ID}-01`;

/** Registers an SDK, as a program does, for the length of the test. Returns the spans that have ended. */
function registerSdk(): () => ReadableSpan[] {
  const exporter = new InMemorySpanExporter();
  const provider = new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] });
  trace.setGlobalTracerProvider(provider);
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  propagation.setGlobalPropagator(new W3CTraceContextPropagator());
  onTestFinished(() => {
    trace.disable();
    context.disable();
    propagation.disable();
  });
  return () => exporter.getFinishedSpans();
}

test('the trace of a caller goes on through fetch, conversion, model and database, without contents', async () => {
  const spans = registerSdk();
  const headers: unknown[] = [];
  const { url } = await site({
    '/?token=query-secret': (request, response) => {
      headers.push(request.headers.traceparent);
      response.setHeader('content-type', 'text/html').end('<h1>The ferry</h1><p>It leaves at 9:15, says body-secret.');
    },
  });
  const model = await startModel([]);
  model.reply = replyFrom(['It leaves at 9:15.']);
  const server = await startServer({ allowPrivateNetworks: true, modelUrl: model.url, modelName: 'small' });
  const body = { url: `${url}/?token=query-secret`, formats: ['summary'] };
  expect(await call(server, 'POST /v2/scrape', { body, headers: { traceparent } })).toMatchObject({ status: 200 });

  const [served] = spans().filter(({ name }) => name === 'scrapePage');
  expect(served?.parentSpanContext?.spanId).toBe(SPAN_ID);
  expect(served?.attributes).toEqual({
    'http.request.method': 'POST',
    'trawl.operation': 'scrapePage',
    'http.response.status_code': 200,
  });
  const inner = spans().filter(({ parentSpanContext }) => parentSpanContext?.spanId === served?.spanContext().spanId);
  expect(inner.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['fetch GET', 'convert', 'chat small', 'database']),
  );
  for (const span of spans()) expect(span.spanContext().traceId).toBe(TRACE_ID);
  const texts = JSON.stringify(
    spans().map(({ name, attributes, events, status }) => ({ name, attributes, events, status })),
  );
  expect(texts).not.toMatch(/secret|9:15/);
  // The server of the model continues the trace. Sites learn nothing of it.
  const chat = inner.find(({ name }) => name === 'chat small');
  expect(model.requests[0]?.headers.traceparent).toBe(`00-${TRACE_ID}-${chat?.spanContext().spanId}-01`);
  expect(headers).toEqual([undefined]);
});

test('a failure ends its span with an error, and says no more than its kind', async () => {
  const spans = registerSdk();
  const server = await startServer();
  await call(server, 'POST /v2/scrape', {
    body: { url: 'http://127.0.0.1:9/?token=secret' },
    headers: { traceparent },
  });
  const [fetched] = spans().filter(({ name }) => name === 'fetch GET');
  expect(fetched?.attributes).toMatchObject({ 'error.type': 'FetchFailure', 'server.address': '127.0.0.1' });
  expect(JSON.stringify(fetched?.attributes)).not.toContain('secret');
});

test.each([
  ['the one of the caller', { traceparent }, TRACE_ID],
  ['a new one', {}, expect.stringMatching(/^[0-9a-f]{32}$/)],
  [
    'a new one, for an invalid header,',
    { traceparent: `00-${'0'.repeat(32)}-x` },
    expect.stringMatching(/^[0-9a-f]{32}$/),
  ],
])('a call has one line in the log with the id of its trace: %s', async (_, headers, traceId) => {
  const lines: string[] = [];
  const server = await startServer({ quiet: false, logFormat: 'json', log: (line) => lines.push(line) });
  await call(server, 'GET /v2/team/queue-status', { headers });
  expect(lines.map((line) => JSON.parse(line))).toEqual([
    expect.objectContaining({ path: '/v2/team/queue-status', operation: 'getQueueStatus', status: 200, traceId }),
  ]);
});
