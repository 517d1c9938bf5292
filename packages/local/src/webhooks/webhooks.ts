import { randomUUID } from 'node:crypto';
import type { Clock } from '@trawl/base/clock';
import type { Fetch } from '@trawl/web/fetch-types';
import type { ObserveFetch } from '@trawl/web/polite-fetch';
import { Refusal } from '../contract/refusal.js';
import type { JobEngine } from '../jobs/engine.js';
import type { StoredDelivery } from '../store/shared-stores.js';
import type { Stores } from '../store/stores.js';
import type { TaskOrder } from '../store/task-store.js';
import type { Delivery, SentEvent, WebhookSender, WebhookTarget } from './delivery.js';
import { deliveryKind, type QueuedDelivery, queueOf } from './delivery-kind.js';
import { createDeliveryLog, type DeliveryLog } from './delivery-log.js';

export interface WebhookDependencies {
  /** Runs the deliveries. It gets their kind. */
  readonly engine: Pick<JobEngine, 'register' | 'start' | 'retryNow' | 'load' | 'isPrivate'>;
  readonly clock: Clock;
  /** Applies the same address policy as for pages. */
  readonly fetch: Fetch;
  /** Is told of each attempt. */
  readonly observe?: ObserveFetch | undefined;
  /** The secret that deliveries are signed with; undefined to leave them unsigned. */
  readonly secret?: string | undefined;
  readonly log: (line: string) => void;
  /** Remembers the deliveries; by default those of this process. */
  readonly deliveries?: DeliveryLog | undefined;
}

const KIND = 'webhook';

/** Creates a sender, and makes the kind of the jobs that send known to the engine. */
export function createWebhooks({ engine, ...dependencies }: WebhookDependencies): WebhookSender {
  const { deliveries = createDeliveryLog(dependencies.clock) } = dependencies;
  const isPrivate = (id: string) => engine.isPrivate(id);
  engine.register({ [KIND]: deliveryKind({ ...dependencies, deliveries, isPrivate }) });
  return new QueueingSender(engine, deliveries);
}

/** The header with the number of the event among those of its job for the receiver. */
const NUMBER_HEADER = 'X-Trawl-Event-Number';

interface QueueOptions {
  /** What the event waits for; by default, nothing. */
  readonly order?: TaskOrder | undefined;
  /** Those of the transaction that it belongs to. */
  readonly stores?: Stores | undefined;
}

/** Each receiver of a team has a queue of deliveries of its own, which is a job too. */
class QueueingSender implements WebhookSender {
  readonly #engine: WebhookDependencies['engine'];
  readonly #deliveries: DeliveryLog;

  constructor(engine: WebhookDependencies['engine'], deliveries: DeliveryLog) {
    this.#engine = engine;
    this.#deliveries = deliveries;
  }

  async deliver(stores: Stores, { team, webhook, event, isPart = false }: Delivery): Promise<void> {
    if (!isSubscribed(webhook, event.type)) return;
    const { url, headers = {} } = webhook;
    const number = await stores.jobs.countEvent(event.id);
    const numberedHeaders = { ...headers, ...(number !== undefined && { [NUMBER_HEADER]: String(number) }) };
    const order = { sequence: event.id, isAlone: !isPart };
    await this.#queue(team, { url, headers: numberedHeaders, event }, { order, stores });
  }

  async waiting(): Promise<number> {
    const { active, waiting } = await this.#engine.load([KIND]);
    return active + waiting;
  }

  deliveries(): Promise<readonly StoredDelivery[]> {
    return this.#deliveries.list();
  }

  sent(number: number): Promise<SentEvent | undefined> {
    return this.#deliveries.sent(number);
  }

  async resend(number: number): Promise<void> {
    const delivery = (await this.#deliveries.list()).find((each) => each.number === number);
    if (!delivery) throw new Refusal('not_found', 'There is no such delivery, or no longer.');
    const { team, url, isOver, nextAt } = delivery;
    if (!isOver) {
      if (nextAt !== undefined && (await this.#engine.retryNow(queueOf(team, url), {}))) return;
      throw new Refusal('conflict', 'This delivery is being sent at the moment. Wait for its outcome.');
    }
    const { payload, omitted } = (await this.sent(number)) ?? {};
    if (!payload) throw new Refusal('conflict', `It cannot be sent again. ${omitted ?? ''}`.trim());
    const { headers, body } = payload;
    await this.#queue(team, { url, headers: JSON.parse(headers), event: JSON.parse(body) });
  }

  async resendFailed(): Promise<number> {
    const failed = new Map<string, { readonly team: string; readonly delivery: QueuedDelivery }>();
    // From the first to the last, so that the last delivery of an event says whether it has failed.
    for (const { number, team, url, isOver, attempts } of (await this.#deliveries.list()).toReversed()) {
      const { payload } = (await this.sent(number)) ?? {};
      if (!payload) continue;
      const event: QueuedDelivery['event'] = JSON.parse(payload.body);
      const key = `${event.webhookId} ${url}`;
      const hasFailed = isOver && attempts.at(-1)?.problem !== undefined;
      if (hasFailed) failed.set(key, { team, delivery: { url, headers: JSON.parse(payload.headers), event } });
      else failed.delete(key);
    }
    for (const { team, delivery } of failed.values()) await this.#queue(team, delivery);
    return failed.size;
  }

  async #queue(team: string, delivery: QueuedDelivery, { order, stores }: QueueOptions = {}): Promise<void> {
    const { url } = delivery;
    const tasks = [{ key: randomUUID(), task: delivery, order }];
    await this.#engine.start({ kind: KIND, id: queueOf(team, url), team, request: { url }, tasks }, stores);
  }
}

/** Webhooks name the events of a job without the kind of the job. */
function isSubscribed({ events }: WebhookTarget, type: string): boolean {
  const name = type.slice(type.indexOf('.') + 1);
  return events === undefined || events.some((event) => event === name || event === type);
}
