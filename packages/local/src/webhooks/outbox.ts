import type { Database } from '../store/database.js';

/** A delivery that has not been sent. */
export interface QueuedDelivery {
  readonly position: number;
  readonly url: string;
  /** The event as JSON text. */
  readonly headers: string;
  readonly body: string;
}

/** Queues of deliveries. They are ordered and survive the process. */
export interface Outbox {
  add(queue: string, delivery: Omit<QueuedDelivery, 'position'>): void;
  first(queue: string): QueuedDelivery | undefined;
  remove(delivery: QueuedDelivery): void;
  /** How many deliveries there are in all queues. */
  size(): number;
  /** The queues that are not empty. */
  queues(): string[];
}

const TABLE = `
  create table if not exists webhook_outbox (
    position integer primary key autoincrement,
    queue text not null,
    url text not null,
    headers json text not null,
    body json text not null
  );
  create index if not exists webhook_outbox_by_queue on webhook_outbox (queue, position);
`;

export function createOutbox(database: Database): Outbox {
  database.execute(TABLE);
  return {
    add(queue, { url, headers, body }) {
      database.run(
        'insert into webhook_outbox (queue, url, headers, body) values (?, ?, ?, cast(? as text))',
        queue,
        url,
        headers,
        // Sent as bytes, because the database driver copies text one character at a time.
        Buffer.from(body),
      );
    },
    first: (queue) =>
      database.get<QueuedDelivery>(
        'select position, url, headers, body from webhook_outbox where queue = ? order by position limit 1',
        queue,
      ),
    remove({ position }) {
      database.run('delete from webhook_outbox where position = ?', position);
    },
    size: () => database.get<{ size: number }>('select count(*) as size from webhook_outbox')?.size ?? 0,
    queues: () =>
      database.all<{ queue: string }>('select distinct queue from webhook_outbox').map(({ queue }) => queue),
  };
}
