import type { Clock } from '../clock.js';
import { createKeptBodies, MAX_KEPT_BODY } from '../kept-bodies.js';
import type { StoredTask } from '../store/task-store.js';

/** One attempt to send an event. */
export interface Attempt {
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly durationMs: number;
  /** Why it failed, in a sentence. */
  readonly problem?: string;
}

/** An event that was sent or is tried again. */
export interface LoggedDelivery {
  readonly number: number;
  readonly team: string;
  readonly event: string;
  /** The job or check of the event. */
  readonly about: string;
  readonly url: string;
  readonly attempts: readonly Attempt[];
  /** When it is tried again, in milliseconds since 1970. */
  readonly nextAt: number | undefined;
  readonly isOver: boolean;
}

/** A request as it was sent. Its headers are JSON text. */
export interface SentPayload {
  readonly headers: string;
  readonly body: string;
}

/** What a delivery sent. */
export interface SentEvent {
  /** Undefined when it is not kept. */
  readonly payload?: SentPayload;
  /** Why it is not kept, in a sentence. */
  readonly omitted?: string;
}

/** An event with its request. */
interface DeliveryRequest extends Pick<LoggedDelivery, 'team' | 'event' | 'about' | 'url'>, SentPayload {
  /** Whether nothing of the job may be kept elsewhere. */
  readonly isPrivate: boolean;
}

/** An attempt under way. */
export interface DeliveryLogEntry {
  /**
   * Notes that the attempt has ended.
   *
   * @param problem is why it failed, in a sentence.
   * @param nextAt is the time of the next attempt; undefined when there is none.
   */
  end(startedAt: number, problem?: string, nextAt?: number): void;
}

/** Remembers the last deliveries of this process, for the operator. */
export interface DeliveryLog {
  /** Notes that an attempt of a delivery begins. */
  begin(task: Pick<StoredTask, 'position' | 'attempts'>, request: DeliveryRequest): DeliveryLogEntry;
  /** The latest first. */
  list(): LoggedDelivery[];
  /** What a listed delivery sent; undefined where there is no such delivery. */
  sent(number: number): SentEvent | undefined;
}

const MAX_DELIVERIES = 300;

const PRIVATE = 'Its payload is not kept: the job was asked to keep nothing.';
const TOO_LARGE = `Its payload is not kept: it is longer than ${MAX_KEPT_BODY / 1024} KiB.`;
const EVICTED = 'Its payload is no longer kept: those of later deliveries took its place.';

/** What is known of a delivery beside what its list shows. */
interface KeptRequest {
  /** JSON text. They may contain secrets. */
  readonly headers: string;
  /** Why the body was not kept. */
  readonly omitted: string | undefined;
}

export function createDeliveryLog(clock: Clock): DeliveryLog {
  const deliveries: LoggedDelivery[] = [];
  const requests = new Map<number, KeptRequest>();
  /** The numbers of the deliveries that are not over, by the positions of their tasks. */
  const numbers = new Map<number, number>();
  const bodies = createKeptBodies();
  let count = 0;

  function keep(number: number, { headers, body, isPrivate }: DeliveryRequest): void {
    const omissionReason = isPrivate ? PRIVATE : body.length > MAX_KEPT_BODY ? TOO_LARGE : undefined;
    requests.set(number, { headers, omitted: omissionReason });
    if (omissionReason === undefined) bodies.add(number, { request: body });
    requests.delete(number - MAX_DELIVERIES);
    bodies.delete(number - MAX_DELIVERIES);
  }

  /** Lists a delivery; returns its number. */
  function add(request: DeliveryRequest): number {
    const number = ++count;
    keep(number, request);
    const { team, event, about, url } = request;
    deliveries.unshift({ number, team, event, about, url, attempts: [], nextAt: undefined, isOver: false });
    deliveries.length = Math.min(deliveries.length, MAX_DELIVERIES);
    return number;
  }

  function change(number: number, changesOf: (before: LoggedDelivery) => Partial<LoggedDelivery>): void {
    const index = deliveries.findIndex((each) => each.number === number);
    const before = deliveries[index];
    if (before) deliveries[index] = { ...before, ...changesOf(before) };
  }

  return {
    begin({ position, attempts }, request) {
      // The process that made the earlier attempts may have been another one.
      const number = (attempts > 0 ? numbers.get(position) : undefined) ?? add(request);
      numbers.set(position, number);
      change(number, () => ({ nextAt: undefined }));
      return {
        end(at, problem, nextAt) {
          const isOver = nextAt === undefined;
          if (isOver) numbers.delete(position);
          const attempt = { at, durationMs: clock.now() - at, ...(problem !== undefined && { problem }) };
          change(number, ({ attempts }) => ({ attempts: [...attempts, attempt], nextAt, isOver }));
        },
      };
    },
    list: () => [...deliveries],
    sent(number) {
      const keptRequest = requests.get(number);
      if (!keptRequest) return undefined;
      const { headers, omitted } = keptRequest;
      const { request: body } = bodies.get(number) ?? {};
      return body === undefined ? { omitted: omitted ?? EVICTED } : { payload: { headers, body } };
    },
  };
}
