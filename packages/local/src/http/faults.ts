import { randomUUID } from 'node:crypto';
import type { Clock } from '@trawl/base/clock';
import type { Next } from 'hono';
import type { OperationName } from '../contract/operation.js';
import { Refusal } from '../contract/refusal.js';
import type { Auth } from './auth.js';
import { type Call, note, type Reply, type Step } from './call.js';
import { DroppedConnection } from './dropped-connection.js';
import { errorReply, nativeResponse, send } from './reply.js';

/** What a fault does to a request. */
export interface FaultEffect {
  /** The response that is sent instead of that of the API. */
  readonly status?: number;
  /** The body for that status. A string is sent as HTML, anything else as JSON. */
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  /** The `Retry-After` header, in seconds or as a date. */
  readonly retryAfter?: number | string;
  /** The delay before anything else happens. */
  readonly delayMs?: number;
  /** Whether the connection ends without an answer. */
  readonly drop?: boolean;
  /** Whether the connection ends in the middle of the answer. */
  readonly broken?: boolean;
}

/** Which requests go wrong, and how. */
export interface FaultRule extends FaultEffect {
  /** The requests that it applies to; all by default. */
  readonly match?: FaultMatch;
  /** The number of requests that it applies to; all by default. */
  readonly times?: number;
}

/** A fault that was added. */
export interface FaultEntry {
  readonly id: string;
  readonly rule: FaultRule;
  /** The number of requests that it was applied to, as of now. */
  readonly hits: number;
}

/** The header with which a client requests a fault for its own call. */
const FAULT_HEADER = 'x-trawl-fault';

/** Header values that are counted. The counts start again beyond that. */
const MAX_COUNTED_HEADERS = 1000;

export interface FaultDependencies {
  readonly clock: Clock;
  /** Refuses the header of all but the operator: a fault holds memory and a connection, and calls of teams have limits. */
  readonly auth: Pick<Auth, 'authorizeAdmin'>;
}

interface SelectedFault {
  readonly fault: FaultEffect;
  readonly name: string;
}

/** Makes requests fail as they can on a real network. */
export class Faults {
  readonly step: Step = (call, next) => this.#applyRule(call, next);
  readonly #clock: Clock;
  readonly #auth: Pick<Auth, 'authorizeAdmin'>;
  readonly #entries = new Map<string, { readonly id: string; readonly rule: FaultRule; hits: number }>();
  readonly #headers = new Map<string, number>();

  constructor({ clock, auth }: FaultDependencies) {
    this.#clock = clock;
    this.#auth = auth;
  }

  async #applyRule(call: Call, next: Next): Promise<Response | undefined> {
    const selected = await this.#selectFault(call);
    if (!selected) {
      await next();
      return undefined;
    }
    note(call, { fault: selected.name });
    return applyFault(selected.fault, call, next, this.#clock);
  }

  add(rule: FaultRule): FaultEntry {
    const id = randomUUID();
    const entry = { id, rule, hits: 0 };
    this.#entries.set(id, entry);
    return entry;
  }

  list(): FaultEntry[] {
    return [...this.#entries.values()];
  }

  remove(id: string): boolean {
    return this.#entries.delete(id);
  }

  clear(): void {
    this.#entries.clear();
    this.#headers.clear();
  }

  /** How often this header was sent, including this time. */
  #countOf(header: string): number {
    const count = (this.#headers.get(header) ?? 0) + 1;
    if (this.#headers.size > MAX_COUNTED_HEADERS) this.#headers.clear();
    this.#headers.set(header, count);
    return count;
  }

  async #selectFault(call: Call): Promise<SelectedFault | undefined> {
    const request = call.req.raw;
    const header = request.headers.get(FAULT_HEADER);
    if (header !== null) {
      await this.#auth.authorizeAdmin(request, `The header ${FAULT_HEADER}`);
      const fault = parseFaultHeader(header);
      const hits = this.#countOf(header);
      return hits <= (fault.times ?? Number.POSITIVE_INFINITY) ? { fault, name: `header ${header}` } : undefined;
    }
    for (const [id, entry] of this.#entries) {
      if (entry.hits >= (entry.rule.times ?? Number.POSITIVE_INFINITY) || !matches(call, entry.rule.match)) continue;
      entry.hits += 1;
      return { fault: entry.rule, name: `rule ${id}` };
    }
    return undefined;
  }
}

async function applyFault(fault: FaultEffect, call: Call, next: Next, clock: Clock): Promise<Response | undefined> {
  if (fault.delayMs) await clock.sleep(fault.delayMs, call.req.raw.signal);
  if (fault.drop) throw new DroppedConnection('The connection was dropped, as a fault rule says.');
  const response = fault.status === undefined ? undefined : faultResponse(call, fault);
  if (!response) await next();
  if (fault.broken) throw await truncated(nativeResponse(response ?? call.res, call.env));
  return response;
}

function faultResponse(call: Call, effect: FaultEffect): Response {
  const { status = 500, headers = {}, retryAfter } = effect;
  const all = { ...headers, ...(retryAfter !== undefined && { 'retry-after': String(retryAfter) }) };
  if (NULL_BODY_STATUSES.has(status)) return new Response(null, { status, headers: all });
  return send(call, faultReply(status, all, effect.body));
}

function faultReply(status: number, all: Readonly<Record<string, string>>, body: unknown): Reply {
  if (body === undefined) {
    const code = status >= 500 ? { code: 'UNKNOWN_ERROR' } : {};
    const body = { ...code, error: 'This failure was asked for by a fault rule.' };
    return errorReply({ status, headers: all, body });
  }
  const [text, type] =
    typeof body === 'string'
      ? [body, 'text/html; charset=utf-8']
      : [JSON.stringify(body), 'application/json; charset=utf-8'];
  return { status, headers: { 'content-type': type, ...all }, text };
}

/** Statuses without a body. */
const NULL_BODY_STATUSES = new Set([204, 205, 304]);

/** Cuts the response in half; drops a response without a body entirely. */
async function truncated(response: Response): Promise<DroppedConnection> {
  const body = new Uint8Array(await response.arrayBuffer());
  const message = 'The connection was dropped in the middle of the answer, as a fault rule says.';
  if (body.byteLength === 0) return new DroppedConnection(message);
  const headers = new Headers(response.headers);
  headers.set('content-length', String(body.byteLength));
  const bytes = body.slice(0, Math.ceil(body.byteLength / 2));
  return new DroppedConnection(message, {
    status: response.status,
    headers,
    bytes,
  });
}

/** Reads `status=503; retry-after=2; times=1` and the like. */
function parseFaultHeader(header: string): FaultRule {
  const parts = header.split(/[;,]/).map((part) => part.trim());
  const fault: Record<string, unknown> = {};
  for (const part of parts.filter(Boolean)) {
    const [name = '', value = ''] = part.split('=', 2).map((side) => side.trim());
    const number = Number(value);
    if (name === 'status' && number >= 200 && number <= 599) fault.status = number;
    else if (name === 'retry-after' && value !== '') fault.retryAfter = value;
    else if (name === 'delay' && number >= 0 && value !== '') fault.delayMs = number;
    else if (name === 'times' && number >= 1) fault.times = number;
    else if (name === 'drop' || name === 'broken') fault[name] = true;
    else if (name !== 'key') throw new Refusal('BAD_REQUEST', invalidFaultMessage(part));
  }
  return fault;
}

function invalidFaultMessage(part: string): string {
  return `${FAULT_HEADER}: "${part}" is no fault. Known are status=503, retry-after=2, delay=100, times=1, drop, broken, and key=… to count calls apart.`;
}

/** The requests that a fault applies to; all of them when no field is set. */
export interface FaultMatch {
  /** An operation by its `operationId`, such as `searchWeb`. */
  readonly operation?: OperationName;
  /** A method of HTTP, such as `POST`. */
  readonly method?: string;
  /** The beginning of the path. */
  readonly path?: string;
}

function matches(call: Call, { operation, method, path }: FaultMatch = {}): boolean {
  const { pathname } = new URL(call.req.url);
  if (method !== undefined && method.toUpperCase() !== call.req.method) return false;
  if (path !== undefined && !pathname.startsWith(path)) return false;
  return operation === undefined || call.get('operation')?.id === operation;
}
