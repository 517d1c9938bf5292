import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import type { Client, Pool } from 'pg';
import { createFailureLog, type FailureLog } from '../../base/failure-log.js';
import type { Notifications } from '../notifications.js';

export interface NotificationOptions {
  readonly pool: Pool;
  /** Makes a connection for itself, because a pooler shares those of the pool. */
  readonly connect: () => Promise<Client>;
  readonly log: (line: string) => void;
}

const RETRY_MS = 1000;

export function openNotifications(options: NotificationOptions): Notifications {
  return new PostgresNotifications(options);
}

class PostgresNotifications implements Notifications {
  readonly #options: NotificationOptions;
  readonly #sender = randomUUID();
  readonly #listeners = new Map<string, (message: string) => void>();
  readonly #closing = new AbortController();
  readonly #listening: Promise<void>;
  readonly #failures: FailureLog;

  constructor(options: NotificationOptions) {
    this.#options = options;
    this.#failures = createFailureLog('Notifications of other nodes', options.log);
    this.#listening = this.#listen();
  }

  async send(channel: string, message: string): Promise<void> {
    await this.#options.pool.query('select pg_notify($1, $2)', [channel, `${this.#sender} ${message}`]);
  }

  listen(channel: string, listener: (message: string) => void): void {
    this.#listeners.set(channel, listener);
  }

  async close(): Promise<void> {
    this.#closing.abort();
    await this.#listening;
  }

  async #listen(): Promise<void> {
    const { signal } = this.#closing;
    while (!signal.aborted) {
      await this.#listenOnce().catch((error: Error) => this.#failures.failure(error.message));
      if (!signal.aborted) await setTimeout(RETRY_MS, undefined, { signal }).catch(() => undefined);
    }
  }

  /** Listens until the connection ends. */
  async #listenOnce(): Promise<void> {
    const { signal } = this.#closing;
    const client = await this.#options.connect();
    try {
      const end = new Promise<void>((resolve, reject) => {
        client.on('error', reject);
        client.on('end', resolve);
        signal.addEventListener('abort', () => resolve(), { once: true });
      });
      end.catch(() => undefined);
      client.on('notification', ({ channel, payload = '' }) => this.#hear(channel, payload));
      for (const channel of this.#listeners.keys()) await client.query(`listen ${client.escapeIdentifier(channel)}`);
      this.#failures.success();
      if (!signal.aborted) await end;
    } finally {
      await client.end().catch(() => undefined);
    }
  }

  #hear(channel: string, payload: string): void {
    const [sender, ...words] = payload.split(' ');
    if (sender !== this.#sender) this.#listeners.get(channel)?.(words.join(' '));
  }
}
