import type { LoggedRequest } from '../base/logged-request.js';

/**
 * The responses of the routes at `/_local`. The dashboard in the browser uses these types, so this file imports only types that
 * import nothing. Times are ISO 8601.
 */

/** One request and its result, for a list. URLs are redacted. */
export interface RequestView extends LoggedRequest {
  /** The `operationId`. It is undefined for a path that does not belong to the API. */
  readonly operation?: string;
  readonly team?: string;
  /** The `x-request-id` that the caller gave it, which clients send to tell requests apart. */
  readonly requestId?: string;
  /** The id of its trace: the one of the caller's `traceparent`, or its own. */
  readonly traceId?: string;
}

/** One request in full, without its secrets. */
export interface ExchangeView extends RequestView {
  readonly query?: Readonly<Record<string, unknown>>;
  /** The JSON body of the request. */
  readonly request?: unknown;
  /** The JSON body of the response, or its text. */
  readonly response?: unknown;
  /** Why there are no bodies, in a sentence. */
  readonly omitted?: string;
}

/** A job of any kind, for a list. */
export interface JobView {
  readonly id: string;
  /** Such as `crawl` or `agent`. */
  readonly kind: string;
  readonly team: string;
  readonly status: 'scraping' | 'completed' | 'failed' | 'cancelled';
  /** The start URL of a crawl, or the first one of another job; undefined where it must not be shown, or where there is none. */
  readonly url?: string;
  /** The prompt of an agent or an extraction. */
  readonly asked?: string;
  /** Pages that were scraped, or steps of an agent or an extraction. */
  readonly completed: number;
  readonly total: number;
  /** Pages that could not be scraped. */
  readonly failed: number;
  readonly credits: number;
  readonly createdAt: string;
  readonly endedAt?: string;
  /** Why it failed, found nothing or waits, in a sentence. */
  readonly problem?: string;
  /** What it did not do as it was asked, although it has not failed: a sentence or more each. */
  readonly warnings: readonly string[];
}

/** A job with its request, its errors and some of its documents. */
export interface JobDetail extends JobView {
  readonly request?: unknown;
  /** The result of an agent or an extraction. */
  readonly result?: unknown;
  readonly documents: readonly DocumentView[];
  /** The position of the next documents; undefined when there are no more. */
  readonly next?: number;
  readonly errors: readonly { readonly url: string; readonly error: string }[];
  /** URLs that robots.txt forbids. */
  readonly blocked: readonly string[];
  /** Why the documents are not shown, in a sentence. */
  readonly omitted?: string;
}

/** A page of a job. */
export interface DocumentView {
  readonly url: string;
  readonly title?: string;
  readonly status?: number;
  readonly error?: string;
  readonly warning?: string;
  readonly markdown?: string;
}

/** How many pages a check found in each state. */
export interface CheckSummary {
  readonly totalPages?: number;
  readonly same?: number;
  readonly changed?: number;
  readonly new?: number;
  readonly removed?: number;
  readonly error?: number;
}

export interface MonitorView {
  readonly id: string;
  readonly name: string;
  readonly team: string;
  readonly status: string;
  readonly schedule: string;
  /** The URLs and queries that it watches. */
  readonly targets: readonly string[];
  readonly isRunning: boolean;
  readonly nextRunAt?: string;
  readonly lastRunAt?: string;
  /** The result of the last check. */
  readonly summary?: CheckSummary;
}

export interface MonitorDetail extends MonitorView {
  readonly request: unknown;
  /** The latest first. */
  readonly checks: readonly CheckView[];
}

export interface CheckView {
  readonly id: string;
  readonly status: string;
  readonly trigger: string;
  readonly createdAt?: string;
  readonly finishedAt?: string;
  readonly summary: CheckSummary;
  readonly credits?: number;
  readonly error?: string;
}

export interface CheckDetail extends CheckView {
  readonly pages: readonly CheckedPageView[];
  /** Whether there are more pages than are shown. */
  readonly hasMore: boolean;
}

export interface CheckedPageView {
  readonly url: string;
  readonly status: string;
  /** The change, as a unified diff. */
  readonly diff?: string;
  readonly error?: string;
  /** Whether the change matters for the goal of the monitor, and why, in a sentence. */
  readonly judgment?: string;
  readonly warning?: string;
}

/** A page that a team has seen. */
export interface PageView {
  readonly id: number;
  readonly team: string;
  readonly url: string;
  readonly title: string;
  readonly type: string;
  readonly seenAt: string;
}

export interface PageDetail extends PageView {
  readonly markdown: string;
  /** A sentence that says that the Markdown comes from the index. */
  readonly note?: string;
}

/** A webhook event that was sent, or is tried again. */
export interface DeliveryView {
  readonly number: number;
  /** The type of the event, such as `crawl.page`. */
  readonly event: string;
  /** The job or check of the event. */
  readonly about: string;
  readonly url: string;
  readonly state: 'delivered' | 'failed' | 'retrying' | 'sending';
  readonly attempts: readonly AttemptView[];
  readonly nextAt?: string;
}

/** A delivery with what it sent, without secrets. */
export interface DeliveryDetail extends DeliveryView {
  /** The JSON body of the event. */
  readonly payload?: unknown;
  /** The names of the headers that the webhook asks for, and of that with the number of the event. */
  readonly headers?: readonly string[];
  /** Why there is no payload, in a sentence. */
  readonly omitted?: string;
  /** Whether it can be sent now: once more, or before its next attempt is due. */
  readonly canResend: boolean;
}

export interface AttemptView {
  readonly at: string;
  readonly durationMs: number;
  /** Why it failed, in a sentence. */
  readonly problem?: string;
}

/** A URL that gets events, by what is listed of its deliveries. */
export interface ReceiverView {
  readonly url: string;
  /** How the last attempt ended; `unknown` before the first has ended. */
  readonly state: 'answers' | 'fails' | 'unknown';
  readonly delivered: number;
  readonly failed: number;
  /** Those that are sent now or wait for their next attempt. */
  readonly pending: number;
  /** Since when every attempt has failed. */
  readonly failsSince?: string;
  /** Why the last attempt failed, in a sentence. */
  readonly problem?: string;
}

export interface DeliveriesView {
  /** Events that are not delivered yet. */
  readonly waiting: number;
  /** Those of the deliveries below, the one with the latest delivery first. */
  readonly receivers: readonly ReceiverView[];
  /** The latest first. */
  readonly deliveries: readonly DeliveryView[];
}

export interface CreditsView {
  readonly from: string;
  readonly until: string;
  readonly teams: readonly { readonly team: string; readonly used: number; readonly remaining?: number }[];
  /** The latest first. */
  readonly charges: readonly ChargeView[];
}

/** A key of the database, without its secret. What is missing is not limited. */
export interface KeyView {
  readonly name: string;
  readonly team: string;
  /** Operations, and tags that stand for all of theirs. */
  readonly scopes?: readonly string[] | undefined;
  /** Calls a minute. */
  readonly rate?: number | undefined;
  /** Calls at once. */
  readonly concurrency?: number | undefined;
  /** Credits a month. */
  readonly credits?: number | undefined;
  /** Credits of this month. */
  readonly creditsUsed: number;
  readonly createdAt: string;
  /** Missing for a key that is valid. */
  readonly revokedAt?: string;
}

export interface ChargeView {
  readonly number: number;
  readonly at: string;
  readonly team: string;
  readonly endpoint: string;
  readonly credits: number;
  readonly target?: string;
}

/** A browser session that is open. */
export interface SessionView {
  readonly id: string;
  readonly team: string;
  /** The scrape whose page the session uses. */
  readonly scrapeId?: string;
  readonly createdAt: string;
  readonly expiresAt: string;
  readonly credits: number;
  /** The path of its live view, with its token; a session may allow none. */
  readonly viewPath?: string;
}

export interface ScreenshotView {
  /** The path of the picture. */
  readonly path: string;
  readonly bytes: number;
  readonly page?: string;
  readonly at: string;
}

/** A process of a service whose processes share a database. */
export interface NodeView {
  readonly id: string;
  readonly name: string;
  /** What it does: `api`, `worker` or `all`. */
  readonly role: string;
  readonly version: string;
  readonly startedAt: string;
  /** Milliseconds since its last sign of life, which comes every two seconds. */
  readonly lagMs: number;
  /** The number of tasks that it has in hand. */
  readonly tasks: number;
  /** The number of browser sessions that are open at it. */
  readonly sessions: number;
}
