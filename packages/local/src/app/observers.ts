import { parseUrl } from '@trawl/base/can-parse-url';
import type { ObserveRender } from '@trawl/browser/polite-renderer';
import type { ObserveFetch } from '@trawl/web/polite-fetch';
import type { ObserveConversion } from '../convert/convert.js';
import type { JobObserver } from '../jobs/job-observer.js';
import type { ObserveModelCall } from '../model/open-model.js';
import type { Settings } from '../settings/settings.js';
import type { StoreObserver } from '../store/store-context.js';
import { failureOf, measured } from '../telemetry/measured.js';
import type { Metrics } from '../telemetry/metrics.js';
import { noteSpan, type SpanDescription } from '../telemetry/tracing.js';

/** Are told of what the parts of the service do. */
export interface Observers {
  readonly store: StoreObserver;
  readonly jobs: JobObserver;
  readonly fetch: ObserveFetch;
  /** The attempts to deliver webhooks. */
  readonly webhook: ObserveFetch;
  readonly render: ObserveRender;
  readonly conversion: ObserveConversion;
  readonly modelCall: ObserveModelCall;
  readonly cacheLookup: (result: 'hit' | 'miss') => void;
}

/** Count what is done, and put it into traces. No span has a body, a message, a query or a user name: a URL is its host alone. */
export function observersOf(
  metrics: Metrics,
  { database, modelName }: Pick<Settings, 'database' | 'modelName'>,
): Observers {
  return {
    store: storeObserver(metrics, database),
    jobs: jobObserver(metrics),
    fetch(request, work) {
      const method = request.post === undefined ? 'GET' : 'POST';
      const attributes = { 'http.request.method': method, 'server.address': hostOf(request.url) };
      return measured(
        { name: `fetch ${method}`, attributes },
        () => metrics.during('fetch', work),
        (facts, result) => metrics.fetch({ ...facts, bytes: result?.body.byteLength ?? 0 }),
        statusClass,
      );
    },
    async webhook(_request, work) {
      try {
        const result = await work();
        metrics.webhookAttempt(statusClass(result));
        return result;
      } catch (error) {
        metrics.webhookAttempt(failureOf(error));
        throw error;
      }
    },
    render: ({ url }, work) =>
      measured(
        { name: 'render', attributes: { 'server.address': hostOf(url) } },
        () => metrics.during('render', work),
        (facts) => metrics.render(facts),
      ),
    conversion: ({ body }, work) =>
      measured(
        { name: 'convert', attributes: { 'trawl.bytes': body.byteLength } },
        () => metrics.during('conversion', work),
        (facts) => metrics.conversion(facts),
      ),
    modelCall: (_request, work) =>
      measured(
        {
          name: `chat ${modelName}`,
          attributes: { 'gen_ai.operation.name': 'chat', 'gen_ai.request.model': modelName },
        },
        () => metrics.during('model_call', work),
        (facts, completion) => metrics.modelCall({ ...facts, tokens: completion?.tokens ?? 0 }),
      ),
    cacheLookup: (result) => metrics.cacheLookup(result),
  };
}

const statusClass = ({ status }: { readonly status: number }): string => `${Math.floor(status / 100)}xx`;

const hostOf = (url: string): string => parseUrl(url)?.hostname ?? '';

function storeObserver(metrics: Metrics, database: string | undefined): StoreObserver {
  const system = database === undefined ? 'sqlite' : 'postgresql';
  const description: SpanDescription = { name: 'database', attributes: { 'db.system.name': system } };
  return {
    charge: (endpoint, credits) => metrics.credits(endpoint, credits),
    databaseUse(seconds) {
      metrics.databaseCall(seconds);
      noteSpan(description, seconds);
    },
  };
}

function jobObserver(metrics: Metrics): JobObserver {
  return {
    task(kind, outcome, seconds) {
      metrics.task(kind, { outcome: typeof outcome === 'string' ? outcome : failureOf(outcome.error), seconds });
    },
    jobEnd: (kind, status) => metrics.jobEnd(kind, status),
  };
}
