import type { Clock } from '../clock.js';
import type { RefusalBody } from '../contract/refusal.js';
import { redactedUrls } from '../redacted-url.js';
import type { Middleware } from './middleware.js';
import { refusalOf } from './reply.js';

/** One request and its result. Headers, query and body are left out, because they hold the data of a team. */
export interface JournalEntry {
  readonly number: number;
  /** ISO 8601. */
  readonly at: string;
  readonly method: string;
  readonly path: string;
  /** Undefined when no response was sent. */
  readonly status?: number;
  readonly durationMs: number;
  /** Why it was refused, in a sentence. */
  readonly refused?: string;
  /** The refusal as it was sent, with redacted URLs. */
  readonly refusal?: RefusalBody;
  /** The fault that was applied to it. */
  readonly fault?: string;
}

export interface Journal {
  readonly middleware: Middleware;
  /** The latest first. */
  entries(limit?: number): JournalEntry[];
  /** Notes that a fault is applied to a request. */
  noteFault(request: Request, fault: string): void;
  clear(): void;
}

const MAX_ENTRIES = 500;

/** Stores the last requests. */
export function createJournal(clock: Clock, report?: (entry: JournalEntry) => void): Journal {
  // A ring buffer: the next entry replaces the oldest.
  const ring: JournalEntry[] = [];
  const faults = new WeakMap<Request, string>();
  let count = 0;

  const middleware: Middleware = async (request, next) => {
    const at = clock.now();
    const started = performance.now();
    let response: Response | undefined;
    try {
      response = await next(request);
      return response;
    } finally {
      const refusal = response && redactedRefusal(response);
      const fault = faults.get(request);
      const entry: JournalEntry = {
        number: ++count,
        at: new Date(at).toISOString(),
        method: request.method,
        path: redactedUrls(pathOf(request.url)),
        ...(response && { status: response.status }),
        durationMs: Math.round((performance.now() - started) * 10) / 10,
        ...(refusal && { refused: reasonOf(refusal), refusal }),
        ...(fault && { fault }),
      };
      ring[(count - 1) % MAX_ENTRIES] = entry;
      report?.(entry);
    }
  };

  return {
    middleware,
    entries(limit = MAX_ENTRIES) {
      const latest = Math.min(limit, ring.length);
      // Every index below the length has an entry.
      return Array.from({ length: latest }, (_, back) => ring[(count - 1 - back) % MAX_ENTRIES] as JournalEntry);
    },
    noteFault: (request, fault) => faults.set(request, fault),
    clear() {
      ring.length = 0;
      count = 0;
    },
  };
}

function pathOf(url: string): string {
  return url.slice(url.indexOf('/', url.indexOf('//') + 2)).replace(/\?.*/s, '');
}

/** A request in one line of a log. */
export function logLine({ method, path, status, durationMs, refused, fault }: JournalEntry): string {
  const line = `${status ?? 'dropped'} ${method} ${path} ${durationMs} ms`;
  return [line, refused, fault && `(fault by ${fault})`].filter(Boolean).join('  ');
}

function redactedRefusal(response: Response): RefusalBody | undefined {
  const body = refusalOf(response);
  const redacted = (_: string, value: unknown) => (typeof value === 'string' ? redactedUrls(value) : value);
  return body && JSON.parse(JSON.stringify(body, redacted));
}

function reasonOf({ error, code, details }: RefusalBody): string {
  const [first] = Array.isArray(details) ? details : [];
  return [code, first?.path?.join('.'), first?.message ?? error].filter(Boolean).join(': ');
}
