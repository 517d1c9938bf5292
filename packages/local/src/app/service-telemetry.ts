import { parseUrl } from '@trawl/base/can-parse-url';
import type { Renderer } from '@trawl/browser/renderer';
import type { Fetch } from '@trawl/web/fetch-types';
import type { Convert } from '../convert/convert.js';
import type { JobObserver } from '../jobs/job-observer.js';
import type { PageCache } from '../scrape/page-cache.js';
import type { Settings } from '../settings/settings.js';
import type { StoreObserver } from '../store/store-context.js';
import { failureOf, measured } from '../telemetry/measured.js';
import type { Metrics } from '../telemetry/metrics.js';
import { noteSpan, type SpanDescription } from '../telemetry/tracing.js';

/**
 * The parts of the service with counts and spans around them. No span has a body, a query or a user name: a URL is its host
 * alone.
 */

const statusClass = ({ status }: { readonly status: number }): string => `${Math.floor(status / 100)}xx`;

const hostOf = (url: string): string => parseUrl(url)?.hostname ?? '';

export function measuredFetch(fetch: Fetch, metrics: Metrics): Fetch {
  return (request) => {
    const method = request.post === undefined ? 'GET' : 'POST';
    const attributes = { 'http.request.method': method, 'server.address': hostOf(request.url) };
    return measured(
      { name: `fetch ${method}`, attributes },
      () => metrics.during('fetch', () => fetch(request)),
      (facts, result) => metrics.fetch({ ...facts, bytes: result?.body.byteLength ?? 0 }),
      statusClass,
    );
  };
}

/** A fetch whose requests are attempts to deliver webhooks. */
export function measuredWebhooks(fetch: Fetch, metrics: Metrics): Fetch {
  return async (request) => {
    try {
      const result = await fetch(request);
      metrics.webhookAttempt(statusClass(result));
      return result;
    } catch (error) {
      metrics.webhookAttempt(failureOf(error));
      throw error;
    }
  };
}

export function measuredRenderer(renderer: Renderer, metrics: Metrics): Renderer {
  return {
    ...renderer,
    render: (request) =>
      measured(
        { name: 'render', attributes: { 'server.address': hostOf(request.url) } },
        () => metrics.during('render', () => renderer.render(request)),
        (facts) => metrics.render(facts),
      ),
  };
}

export function measuredConvert(convert: Convert, metrics: Metrics): Convert {
  return (file, options, limits) =>
    measured(
      { name: 'convert', attributes: { 'trawl.bytes': file.body.byteLength } },
      () => metrics.during('conversion', () => convert(file, options, limits)),
      (facts) => metrics.conversion(facts),
    );
}

export function measuredCache(cache: PageCache, metrics: Metrics): PageCache {
  return {
    ...cache,
    async get(...lookup) {
      const page = await cache.get(...lookup);
      metrics.cacheLookup(page ? 'hit' : 'miss');
      return page;
    },
  };
}

/** Counts what the stores do. */
export function storeObserver(metrics: Metrics, { database }: Pick<Settings, 'database'>): StoreObserver {
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

/** Counts the tasks of jobs, and the jobs that end. */
export function jobObserver(metrics: Metrics): JobObserver {
  return {
    task(kind, outcome, seconds) {
      metrics.task(kind, { outcome: typeof outcome === 'string' ? outcome : failureOf(outcome.error), seconds });
    },
    jobEnd: (kind, status) => metrics.jobEnd(kind, status),
  };
}
