import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { propagation, SpanStatusCode, type Tracer, trace } from '@opentelemetry/api';
import { BasicTracerProvider, InMemorySpanExporter, SimpleSpanProcessor } from '@opentelemetry/sdk-trace-base';
import { ConnectionError, type Middleware, Trawl } from '@trawl/sdk';
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { withProgram } from '../programs/run.js';
import { readDocumentation } from './documentation.js';
import { codeBlocks } from './markdown.js';

const spans = new InMemorySpanExporter();
const provider = new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(spans)] });
const tracer = provider.getTracer('test');

/** The status of each response, in order. */
let statuses: number[] = [];
/** The headers of each request. */
const received: IncomingHttpHeaders[] = [];
const service = createServer((request, response) => {
  received.push(request.headers);
  const status = statuses.shift() ?? 200;
  response.writeHead(status, { 'content-type': 'application/json', 'retry-after-ms': '1' });
  response.end(JSON.stringify({ success: status === 200, data: { web: [] } }));
});

let tracing: (tracer: Tracer) => Middleware;
let baseUrl: string;
beforeAll(async () => {
  service.listen(0, '127.0.0.1');
  await once(service, 'listening');
  baseUrl = `http://127.0.0.1:${(service.address() as AddressInfo).port}`;
  vi.stubEnv('TRAWL_BASE_URL', baseUrl);
  propagation.setGlobalPropagator({
    inject: (context, carrier, { set }) =>
      set(carrier, 'traceparent', trace.getSpan(context)?.spanContext().spanId ?? ''),
    extract: (context) => context,
    fields: () => ['traceparent'],
  });
  const blocks = readDocumentation()
    .filter(({ path }) => path === 'docs/telemetry.md')
    .flatMap(({ text }) => codeBlocks(text));
  const adapter = blocks.find(({ code }) => code.includes('@opentelemetry/api'))?.code ?? '';
  ({ tracing } = await withProgram(adapter, (file) => import(file)));
});
afterAll(() => {
  vi.unstubAllEnvs();
  propagation.disable();
  service.close();
});
beforeEach(() => {
  spans.reset();
  received.length = 0;
});

it('the adapter of the guide creates a span for each attempt, and propagates it', async () => {
  statuses = [503, 200];
  await new Trawl({ baseUrl, middleware: [tracing(tracer)] }).search('typescript sdk');
  const [failed, repeated] = spans.getFinishedSpans();
  expect([failed?.name, repeated?.name]).toEqual(['trawl searchWeb', 'trawl searchWeb']);
  expect(failed?.status.code).toBe(SpanStatusCode.ERROR);
  expect(failed?.attributes).toEqual({
    'http.request.method': 'POST',
    'http.request.resend_count': 0,
    'http.response.status_code': 503,
    'server.address': '127.0.0.1',
    'trawl.operation': 'searchWeb',
    'url.path': '/v2/search',
  });
  expect(repeated?.status.code).toBe(SpanStatusCode.UNSET);
  expect(repeated?.attributes).toMatchObject({ 'http.request.resend_count': 1, 'http.response.status_code': 200 });
  expect(received.map(({ traceparent }) => traceparent)).toEqual(
    [failed, repeated].map((span) => span?.spanContext().spanId),
  );
});

it('the adapter records the error when no response comes', async () => {
  const trawl = new Trawl({ baseUrl: 'http://127.0.0.1:1', maxRetries: 0, middleware: [tracing(tracer)] });
  await expect(trawl.search('typescript sdk')).rejects.toThrow(ConnectionError);
  const [span] = spans.getFinishedSpans();
  expect(span?.status.code).toBe(SpanStatusCode.ERROR);
  expect(span?.events).toMatchObject([{ name: 'exception', attributes: { 'exception.type': 'ConnectionError' } }]);
});
