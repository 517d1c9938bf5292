import { Counter, collectDefaultMetrics, Histogram, Gauge as PrometheusGauge, Registry } from 'prom-client';

/** A call of the API. */
export interface CallFacts {
  /** The `operationId`; undefined for a path that does not belong to the API. */
  readonly operation: string | undefined;
  /** Undefined if no response was sent. */
  readonly status: number | undefined;
  readonly seconds: number;
  readonly bytes: number;
}

/** A value of this moment, such as the length of a queue. Gauges of one name differ in their labels. */
export interface Gauge {
  readonly name: string;
  readonly help: string;
  readonly labels?: Readonly<Record<string, string>>;
  readonly value: number;
}

/** Seconds, from an answer of the cache to a job of a browser. */
const BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120, 300];

/** Seconds of statements on one file. */
const DATABASE_BUCKETS = [0.0001, 0.0005, 0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1];

export type Instruments = ReturnType<typeof createInstruments>;

/** The metrics of one server. Names and units follow the conventions of Prometheus, and of OpenTelemetry where it has any. */
export function createInstruments() {
  const registry = new Registry();
  const registers = [registry];
  const durations = <Label extends string>(name: string, help: string, labelNames: readonly Label[]) =>
    new Histogram({ name, help, labelNames: [...labelNames], buckets: BUCKETS, registers });
  const counter = <Label extends string>(name: string, help: string, labelNames: readonly Label[]) =>
    new Counter({ name, help, labelNames: [...labelNames], registers });

  const calls = durations('http_server_request_duration_seconds', 'Calls of the API, by operation and status.', [
    'operation',
    'http_response_status_code',
  ]);
  const sentBytes = counter('trawl_response_bytes_total', 'Bytes of the responses of the API.', ['operation']);
  let hasProcessMetrics = false;

  /** Node.js measures the event loop with a timer, so this begins when somebody reads the metrics. */
  function addProcessMetrics(): void {
    if (hasProcessMetrics) return;
    hasProcessMetrics = true;
    collectDefaultMetrics({ register: registry });
  }

  function set(gauges: readonly Gauge[]): void {
    const byName = new Map<string, PrometheusGauge>();
    for (const { name, help, labels = {}, value } of gauges) {
      let gauge = byName.get(name);
      if (!gauge) {
        registry.removeSingleMetric(name);
        gauge = new PrometheusGauge({ name, help, labelNames: Object.keys(labels), registers });
        byName.set(name, gauge);
      }
      gauge.set({ ...labels }, value);
    }
  }

  return {
    call({ operation = 'none', status, seconds, bytes }: CallFacts): void {
      calls.observe({ operation, http_response_status_code: String(status ?? 'none') }, seconds);
      sentBytes.inc({ operation }, bytes);
    },
    fetches: durations('trawl_fetch_duration_seconds', 'Fetches of pages, files and answers, by outcome.', ['outcome']),
    fetchedBytes: counter('trawl_fetched_bytes_total', 'Bytes of the bodies of fetches.', []),
    renders: durations('trawl_render_duration_seconds', 'Pages shown in the browser, by outcome.', ['outcome']),
    conversions: durations('trawl_conversion_duration_seconds', 'Pages and files converted, by outcome.', ['outcome']),
    modelCalls: durations('trawl_model_call_duration_seconds', 'Calls of the language model, by outcome.', ['outcome']),
    modelTokens: counter('trawl_model_tokens_total', 'Tokens of the language model.', []),
    cacheLookups: counter('trawl_cache_lookups_total', 'Lookups of pages in the cache, by result.', ['result']),
    credits: counter('trawl_credits_total', 'Credits that were charged, by endpoint.', ['endpoint']),
    jobEnds: counter('trawl_jobs_ended_total', 'Crawls, batches and other jobs that have ended, by status.', [
      'kind',
      'status',
    ]),
    tasks: durations('trawl_task_duration_seconds', 'Tasks of jobs, by kind and outcome.', ['kind', 'outcome']),
    webhookAttempts: counter('trawl_webhook_attempts_total', 'Attempts to deliver a webhook, by outcome.', ['outcome']),
    databaseCalls: new Histogram({
      name: 'db_client_operation_duration_seconds',
      help: 'Statements and transactions of the database.',
      buckets: DATABASE_BUCKETS,
      registers,
    }),
    async text(gauges: readonly Gauge[]) {
      addProcessMetrics();
      set(gauges);
      return { type: registry.contentType, text: await registry.metrics() };
    },
  };
}
