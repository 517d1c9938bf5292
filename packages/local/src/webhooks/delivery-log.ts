import type { Clock } from '../clock.js';

/** One attempt to send an event. */
export interface Attempt {
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly durationMs: number;
  /** Why it failed, in a sentence. */
  readonly problem?: string;
}

/** An event that was sent or is tried again. Its body is not kept, because it contains the pages of a job. */
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

/** Remembers the last deliveries of this process, for the operator. */
export interface DeliveryLog {
  /** Notes that a delivery begins; the functions note what becomes of it. */
  begin(delivery: Pick<LoggedDelivery, 'event' | 'about' | 'url'>): {
    attempt(startedAt: number, problem?: string): void;
    /** Notes the delay before the next attempt; undefined when there is none. */
    next(delayMs: number | undefined): void;
  };
  /** The latest first. */
  list(): LoggedDelivery[];
}

const MAX_DELIVERIES = 300;

export function createDeliveryLog(clock: Clock): DeliveryLog {
  const deliveries: LoggedDelivery[] = [];
  let count = 0;
  return {
    begin(delivery) {
      const number = ++count;
      const change = (changed: (before: LoggedDelivery) => Partial<LoggedDelivery>) => {
        const index = deliveries.findIndex((each) => each.number === number);
        const before = deliveries[index];
        if (before) deliveries[index] = { ...before, ...changed(before) };
      };
      deliveries.unshift({ number, ...delivery, attempts: [], nextAt: undefined, isOver: false });
      deliveries.length = Math.min(deliveries.length, MAX_DELIVERIES);
      return {
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
  };
}
