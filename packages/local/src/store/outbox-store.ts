import { sql } from 'kysely';
import type { StoreContext } from './store-context.js';

/** A delivery that has not been sent. */
export interface QueuedDelivery {
  readonly position: number;
  readonly url: string;
  /** JSON text. */
  readonly headers: string;
  /** The event as JSON text. */
  readonly body: string;
}

/** Queues of deliveries. They are ordered and survive the process. */
export interface OutboxStore {
  add(queue: string, delivery: Omit<QueuedDelivery, 'position'>): Promise<void>;
  first(queue: string): Promise<QueuedDelivery | undefined>;
  remove(delivery: QueuedDelivery): Promise<void>;
  /** How many deliveries there are in all queues. */
  size(): Promise<number>;
  /** The queues that are not empty. */
  queues(): Promise<string[]>;
}

export class SqlOutbox implements OutboxStore {
  readonly #db: StoreContext['db'];

  constructor({ db }: StoreContext) {
    this.#db = db;
  }

  async add(queue: string, { url, headers, body }: Omit<QueuedDelivery, 'position'>): Promise<void> {
    // Sent as bytes, because the database driver copies text one character at a time.
    const bodyText = sql<string>`cast(${Buffer.from(body)} as text)`;
    await this.#db.insertInto('webhook_outbox').values({ queue, url, headers, body: bodyText }).execute();
  }

  first(queue: string): Promise<QueuedDelivery | undefined> {
    return this.#db
      .selectFrom('webhook_outbox')
      .where('queue', '=', queue)
      .select(['position', 'url', 'headers', 'body'])
      .orderBy('position')
      .limit(1)
      .executeTakeFirst();
  }

  async remove({ position }: QueuedDelivery): Promise<void> {
    await this.#db.deleteFrom('webhook_outbox').where('position', '=', position).execute();
  }

  async size(): Promise<number> {
    const row = await this.#db
      .selectFrom('webhook_outbox')
      .select(({ fn }) => fn.countAll<number>().as('size'))
      .executeTakeFirst();
    return row?.size ?? 0;
  }

  async queues(): Promise<string[]> {
    const rows = await this.#db.selectFrom('webhook_outbox').select('queue').distinct().execute();
    return rows.map(({ queue }) => queue);
  }
}
