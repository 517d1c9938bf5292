import type { Clock } from '@trawl/base/clock';
import { createKeptBodies, MAX_KEPT_BODY } from '../base/kept-bodies.js';
import type { StoredDelivery, StoredPayload } from '../store/shared-stores.js';
import type { StoredTask } from '../store/task-store.js';

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
export interface DeliveryRequest extends Pick<StoredDelivery, 'team' | 'event' | 'about' | 'url'>, SentPayload {
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
  end(startedAt: number, problem?: string, nextAt?: number): Promise<void>;
}

/** Remembers the last deliveries, for the operator. */
export interface DeliveryLog {
  /** Notes that an attempt of a delivery begins. */
  begin(task: Pick<StoredTask, 'position' | 'attempts'>, request: DeliveryRequest): Promise<DeliveryLogEntry>;
  /** The latest first. */
  list(): Promise<readonly StoredDelivery[]>;
  /** What a listed delivery sent; undefined where there is no such delivery. */
  sent(number: number): Promise<SentEvent | undefined>;
}

export const MAX_DELIVERIES = 300;

const PRIVATE = 'Its payload is not kept: the job was asked to keep nothing.';
const TOO_LARGE = `Its payload is not kept: it is longer than ${MAX_KEPT_BODY / 1024} KiB.`;
export const EVICTED = 'Its payload is no longer kept: those of later deliveries took its place.';

/** What is kept of the request of a delivery. Headers without a body are of no use to the operator, and may be secret. */
export function keptPayload({ headers, body, isPrivate }: DeliveryRequest): StoredPayload {
  if (isPrivate) return { headers: undefined, body: undefined, omitted: PRIVATE };
  if (body.length > MAX_KEPT_BODY) return { headers: undefined, body: undefined, omitted: TOO_LARGE };
  return { headers, body, omitted: undefined };
}

/** What the operator sees of the request of a delivery. */
export function sentEvent({ headers, body, omitted }: StoredPayload): SentEvent {
  if (headers === undefined || body === undefined) return { omitted: omitted ?? EVICTED };
  return { payload: { headers, body } };
}

/** Remembers the deliveries of this process, in memory. */
export function createDeliveryLog(clock: Clock): DeliveryLog {
  const deliveries: StoredDelivery[] = [];
  /** Why payloads are not kept, in sentences. */
  const omissions = new Map<number, string | undefined>();
  /** The numbers of the deliveries that are not over, by the positions of their tasks. */
  const numbers = new Map<number, number>();
  const bodies = createKeptBodies();
  let count = 0;

  function keep(number: number, request: DeliveryRequest): void {
    const { headers, body, omitted } = keptPayload(request);
    omissions.set(number, omitted);
    if (body !== undefined) bodies.set(number, { headers, request: body });
    omissions.delete(number - MAX_DELIVERIES);
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

  function change(number: number, changesOf: (before: StoredDelivery) => Partial<StoredDelivery>): void {
    const index = deliveries.findIndex((each) => each.number === number);
    const before = deliveries[index];
    if (before) deliveries[index] = { ...before, ...changesOf(before) };
  }

  return {
    async begin({ position, attempts }, request) {
      // The process that made the earlier attempts may have been another one.
      const number = (attempts > 0 ? numbers.get(position) : undefined) ?? add(request);
      numbers.set(position, number);
      change(number, () => ({ nextAt: undefined }));
      return {
        async end(at, problem, nextAt) {
          const isOver = nextAt === undefined;
          if (isOver) numbers.delete(position);
          const attempt = { at, durationMs: clock.now() - at, ...(problem !== undefined && { problem }) };
          change(number, ({ attempts }) => ({ attempts: [...attempts, attempt], nextAt, isOver }));
        },
      };
    },
    list: async () => [...deliveries],
    async sent(number) {
      if (!omissions.has(number)) return undefined;
      const { headers, request: body } = bodies.get(number) ?? {};
      return sentEvent({ headers, body, omitted: omissions.get(number) });
    },
  };
}
