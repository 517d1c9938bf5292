import type { Clock } from '@trawl/base/clock';
import { redactedUrls, withoutForeign } from '@trawl/base/redacted-url';
import { createKeptBodies, MAX_KEPT_BODY } from '../base/kept-bodies.js';
import { isFieldName } from '../contract/contract.js';
import { redactedJson } from '../operator/redacted-json.js';
import type { ExchangeView, RequestView } from '../operator/views.js';
import type { Call, CallFacts, Reply, Step } from './call.js';
import type { ErrorBody } from './refusal-answer.js';
import { sentReply } from './reply.js';

/** What a call was answered with. */
export type Answered = Pick<Reply, 'status' | 'error' | 'foreign'> &
  Partial<Pick<Reply, 'text'>> & {
    /** The bytes of its body, where that is no text. */
    readonly bytes?: number;
  };

interface Kept {
  readonly view: RequestView;
  readonly query: CallFacts['query'];
  /** Why its bodies were not kept. */
  readonly omitted: string | undefined;
}

const MAX_ENTRIES = 500;

/** Stands for a name that a caller has chosen. */
const HIDDEN = '…';

/** Characters of the id of a request: a caller chooses it. */
const MAX_REQUEST_ID = 200;

const PRIVATE = 'What this call asked and answered is not kept: it asked for that, or its caller had no key.';
const EVICTED = 'Its bodies are no longer kept: those of later requests took their place.';

/** Stores the last requests, with their bodies as long as there is memory for them. */
export class Journal {
  /** Records each call of the API, with the facts that later steps note. */
  readonly step: Step = async (call, next) => {
    const facts: CallFacts = { operation: call.get('operation')?.id };
    call.set('facts', facts);
    await this.record(call.req.raw, facts, async () => {
      await next();
      return answeredOf(call);
    });
  };
  readonly #clock: Clock;
  readonly #report: ((entry: RequestView) => void) | undefined;
  /** A ring buffer: the next entry replaces the oldest. */
  readonly #ring: Kept[] = [];
  readonly #bodies = createKeptBodies();
  #count = 0;

  constructor(clock: Clock, report?: (entry: RequestView) => void) {
    this.#clock = clock;
    this.#report = report;
  }

  /** Records one call, and does its work. */
  async record<Result extends Answered | undefined>(
    request: Request,
    facts: CallFacts,
    work: () => Promise<Result>,
  ): Promise<Result> {
    const receivedAt = this.#clock.now();
    const startedAt = performance.now();
    let answered: Result | undefined;
    try {
      answered = await work();
      return answered;
    } finally {
      this.#add(request, { facts, answered, receivedAt, durationMs: performance.now() - startedAt });
    }
  }

  /** The latest first. */
  entries(limit: number = MAX_ENTRIES): RequestView[] {
    const latest = Math.min(limit, this.#ring.length);
    return Array.from({ length: latest }, (_, back) => this.#keptAt(this.#count - back)?.view).filter((view) => !!view);
  }

  /** A request in full, by its number; undefined when it is no longer kept. */
  exchange(number: number): ExchangeView | undefined {
    const entry = this.#keptAt(number);
    if (!entry) return undefined;
    const { view, query, omitted } = entry;
    const { request, response } = this.#bodies.get(number) ?? {};
    const omission = omitted ?? (this.#bodies.get(number) ? undefined : EVICTED);
    return {
      ...view,
      ...(query && Object.keys(query).length > 0 && { query: redactedJson(query) as Record<string, unknown> }),
      ...(request !== undefined && { request: readable(request) }),
      ...(response !== undefined && { response: readable(response) }),
      ...(omission !== undefined && { omitted: omission }),
    };
  }

  /** The JSON body of a request as it was sent, with its secrets; undefined when it is not kept. */
  sentBody(number: number): unknown {
    const { request } = (this.#keptAt(number) && this.#bodies.get(number)) ?? {};
    return request && JSON.parse(request);
  }

  clear(): void {
    this.#ring.length = 0;
    this.#bodies.clear();
    this.#count = 0;
  }

  #add(request: Request, { facts, answered, receivedAt, durationMs }: RecordedCall): void {
    const { operation, team, isPrivate = false, result, failed, fault, traceId } = facts;
    const asked = isPrivate ? undefined : facts.asked;
    const { status, text, error: refusal, foreign } = answered ?? {};
    const bytes = text === undefined ? answered?.bytes : Buffer.byteLength(text);
    const requestId = request.headers.get('x-request-id');
    const number = ++this.#count;
    const view: RequestView = {
      number,
      at: new Date(receivedAt).toISOString(),
      method: request.method,
      path: redactedUrls(pathOf(request.url)),
      ...(operation !== undefined && { operation }),
      ...(team !== undefined && { team }),
      ...(asked !== undefined && { asked }),
      ...(status !== undefined && { status }),
      durationMs: Math.round(durationMs * 10) / 10,
      ...(bytes !== undefined && { bytes }),
      ...(result !== undefined && { result }),
      ...(failed !== undefined && { failed: isPrivate ? 'The page failed.' : withoutForeign(failed) }),
      ...(refusal && { refused: reasonOf(refusal, foreign) }),
      ...(fault && { fault }),
      ...(requestId && { requestId: redactedUrls(requestId.slice(0, MAX_REQUEST_ID)) }),
      ...(traceId !== undefined && { traceId }),
    };
    const oldest = number - MAX_ENTRIES;
    if (oldest > 0) this.#bodies.delete(oldest);
    const omitted = isPrivate
      ? PRIVATE
      : tooLarge(request, facts.body, Math.max(text?.length ?? 0, answered?.bytes ?? 0));
    if (omitted === undefined) this.#bodies.set(number, { request: JSON.stringify(facts.body), response: text });
    this.#ring[(number - 1) % MAX_ENTRIES] = { view, query: isPrivate ? undefined : facts.query, omitted };
    this.#report?.(view);
  }

  /** Every number from the oldest to the last has an entry. */
  #keptAt(number: number): Kept | undefined {
    return number >= 1 && number <= this.#count && number > this.#count - MAX_ENTRIES
      ? this.#ring[(number - 1) % MAX_ENTRIES]
      : undefined;
  }
}

interface RecordedCall {
  readonly facts: CallFacts;
  /** Undefined for a call without an answer. */
  readonly answered: Answered | undefined;
  readonly receivedAt: number;
  readonly durationMs: number;
}

function answeredOf(call: Call): Answered {
  const reply = sentReply(call);
  if (!reply) return { status: call.res.status };
  return 'text' in reply ? reply : { status: reply.status, bytes: reply.longText.bytes };
}

/** Why the bodies are too large to be kept; undefined when they are not. */
function tooLarge(request: Request, body: unknown, answerBytes: number): string | undefined {
  const requestBytes = body === undefined ? 0 : Number(request.headers.get('content-length') ?? 0);
  const largest = Math.max(requestBytes, answerBytes);
  if (largest <= MAX_KEPT_BODY) return undefined;
  return `Its bodies are not kept: one has ${kibibytes(largest)}, and at most ${kibibytes(MAX_KEPT_BODY)} are.`;
}

const kibibytes = (bytes: number): string => `${Math.ceil(bytes / 1024)} KiB`;

function readable(text: string): unknown {
  try {
    return redactedJson(JSON.parse(text));
  } catch {
    return redactedUrls(text);
  }
}

function pathOf(url: string): string {
  return url.slice(url.indexOf('/', url.indexOf('//') + 2)).replace(/\?.*/s, '');
}

function reasonOf({ error, code, details }: ErrorBody, foreign: string | undefined): string {
  const [first] = Array.isArray(details) ? details : [];
  const sentence = withoutForeign(first?.message ?? error, foreign);
  const path: readonly (string | number)[] = first?.path ?? [];
  const place = path.map((key) => (typeof key === 'number' || isFieldName(key) ? key : HIDDEN)).join('.');
  return [code, place, sentence].filter(Boolean).join(': ');
}
