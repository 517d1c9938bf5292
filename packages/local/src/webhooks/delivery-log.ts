import type { Clock } from '../clock.js';
import { createKeptBodies, MAX_KEPT_BODY } from '../kept-bodies.js';
import type { QueuedDelivery } from '../store/outbox-store.js';

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
  readonly event: string;
  /** The job or check of the event. */
  readonly about: string;
  readonly url: string;
  readonly attempts: readonly Attempt[];
  /** When it is tried again, in milliseconds since 1970. */
  readonly nextAt: number | undefined;
  readonly isOver: boolean;
}

export type SentPayload = Pick<QueuedDelivery, 'headers' | 'body'>;

/** What a delivery sent. */
export interface SentEvent {
  /** Undefined when it is not kept. */
  readonly payload?: SentPayload;
  /** Why it is not kept, in a sentence. */
  readonly omitted?: string;
}

/** An event with its queued request. */
interface BegunDelivery extends Pick<LoggedDelivery, 'event' | 'about'>, Omit<QueuedDelivery, 'position'> {
  /** Whether nothing of the job may be kept elsewhere. */
  readonly isPrivate: boolean;
}

/** Remembers the last deliveries of this process, for the operator. */
export interface DeliveryLog {
  /** Notes that a delivery begins; the functions note what becomes of it. */
  begin(delivery: BegunDelivery): {
    readonly number: number;
    attempt(startedAt: number, problem?: string): void;
    /** Notes the delay before the next attempt; undefined when there is none. */
    next(delayMs: number | undefined): void;
  };
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
  const bodies = createKeptBodies();
  let count = 0;

  function keep(number: number, { headers, body, isPrivate }: BegunDelivery): void {
    const omissionReason = isPrivate ? PRIVATE : body.length > MAX_KEPT_BODY ? TOO_LARGE : undefined;
    requests.set(number, { headers, omitted: omissionReason });
    if (omissionReason === undefined) bodies.add(number, { request: body });
    requests.delete(number - MAX_DELIVERIES);
    bodies.delete(number - MAX_DELIVERIES);
  }

  return {
    begin(delivery) {
      const number = ++count;
      keep(number, delivery);
      const { event, about, url } = delivery;
      const change = (changesOf: (before: LoggedDelivery) => Partial<LoggedDelivery>) => {
        const index = deliveries.findIndex((each) => each.number === number);
        const before = deliveries[index];
        if (before) deliveries[index] = { ...before, ...changesOf(before) };
      };
      deliveries.unshift({ number, event, about, url, attempts: [], nextAt: undefined, isOver: false });
      deliveries.length = Math.min(deliveries.length, MAX_DELIVERIES);
      return {
        number,
        attempt(at, problem) {
          const attempt = { at, durationMs: clock.now() - at, ...(problem !== undefined && { problem }) };
          change(({ attempts }) => ({ attempts: [...attempts, attempt], nextAt: undefined }));
        },
        next(delayMs) {
          const nextAt = delayMs === undefined ? undefined : clock.now() + delayMs;
          change(() => ({ nextAt, isOver: nextAt === undefined }));
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
