import { randomUUID } from 'node:crypto';
import type { Attributes, Context, Span, SpanKind } from '@opentelemetry/api';

type Api = typeof import('@opentelemetry/api');

/** Where the API of OpenTelemetry keeps what a program has registered. */
const REGISTERED = Symbol.for('opentelemetry.js.api.1');

const TRACER = '@trawl/local';

/** `traceparent`, as the W3C defines it. */
const TRACE_PARENT = /^[0-9a-f]{2}-(?!0{32})([0-9a-f]{32})-[0-9a-f]{16}-[0-9a-f]{2}/;

let api: Api | undefined;

/** The API, once a program has registered an SDK. Without one there is nobody to trace for, so nothing is loaded. */
async function loadApi(): Promise<Api | undefined> {
  if (api === undefined && REGISTERED in globalThis) {
    api = await import('@opentelemetry/api').catch(() => undefined);
  }
  return api;
}

export interface SpanDescription {
  readonly name: string;
  readonly attributes: Attributes;
}

/** Serves a request in a span that continues the trace of its caller. `serve` gets the id of the trace. */
export async function serveTraced<Answer extends { readonly status: number }>(
  request: Request,
  { name, attributes }: SpanDescription,
  serve: (traceId: string) => Promise<Answer>,
): Promise<Answer> {
  const otel = await loadApi();
  if (!otel) return serve(traceIdOf(request));
  const parent = otel.propagation.extract(otel.context.active(), request.headers, HEADERS);
  return inSpan(otel, { name, attributes, kind: otel.SpanKind.SERVER, parent }, async (span) => {
    const { traceId } = span.spanContext();
    const response = await serve(otel.isValidTraceId(traceId) ? traceId : traceIdOf(request));
    span.setAttribute('http.response.status_code', response.status);
    if (response.status >= 500) span.setStatus({ code: otel.SpanStatusCode.ERROR });
    return response;
  });
}

/** Does work in a span of the trace of the call that needs it. Without such a trace, it does the work alone. */
export function traced<Result>(description: SpanDescription, work: () => Promise<Result>): Promise<Result> {
  if (!api?.trace.getActiveSpan()?.isRecording()) return work();
  return inSpan(api, { ...description, kind: api.SpanKind.CLIENT, parent: api.context.active() }, work);
}

/** Notes work that is over already in the trace of the call that needs it. */
export function noteSpan({ name, attributes }: SpanDescription, seconds: number): void {
  if (!api?.trace.getActiveSpan()?.isRecording()) return;
  const endTime = Date.now();
  const startTime = endTime - seconds * 1000;
  api.trace.getTracer(TRACER).startSpan(name, { kind: api.SpanKind.CLIENT, attributes, startTime }).end(endTime);
}

/** Adds the headers with which another server of the operator continues the trace. */
export function addTraceHeaders(headers: Headers): void {
  api?.propagation.inject(api.context.active(), headers, HEADERS);
}

const HEADERS = {
  get: (headers: Headers, name: string) => headers.get(name) ?? undefined,
  keys: (headers: Headers) => [...headers.keys()],
  set: (headers: Headers, name: string, value: string) => headers.set(name, value),
};

interface SpanRequest extends SpanDescription {
  readonly kind: SpanKind;
  readonly parent: Context;
}

async function inSpan<Result>(
  { trace, context, SpanStatusCode }: Api,
  { name, attributes, kind, parent }: SpanRequest,
  work: (span: Span) => Promise<Result>,
): Promise<Result> {
  const span = trace.getTracer(TRACER).startSpan(name, { kind, attributes }, parent);
  try {
    return await context.with(trace.setSpan(parent, span), () => work(span));
  } catch (error) {
    // The message may have the URL of a page with its query.
    span.setAttribute('error.type', error instanceof Error ? error.name : 'Error');
    span.setStatus({ code: SpanStatusCode.ERROR });
    throw error;
  } finally {
    span.end();
  }
}

/** The id that the caller has given the trace, or a new one. */
function traceIdOf({ headers }: Request): string {
  const [, traceId] = TRACE_PARENT.exec(headers.get('traceparent') ?? '') ?? [];
  return traceId ?? randomUUID().replaceAll('-', '');
}
