import { randomBytes } from 'node:crypto';
import type { Notifications } from '../store/notifications.js';

/** Tells the other nodes that something of a job was stored, and hears it from them. */
export interface JobSignals {
  announce(id: string): void;
  listen(listener: (id: string) => void): void;
  /** Sends what is not sent yet, and hears nothing any more. */
  close(): Promise<void>;
}

const CHANNEL = 'trawl_jobs';

/** How long changes are gathered: a message for each would make the commits of all nodes wait for each other. */
const GATHER_MS = 50;

/** Ids in one message: PostgreSQL allows 8,000 bytes. */
const IDS_AT_ONCE = 150;

export function createJobSignals(notifications: Notifications): JobSignals {
  const sender = randomBytes(6).toString('base64url');
  let changed = new Set<string>();
  let timer: NodeJS.Timeout | undefined;

  async function send(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    const ids = [...changed];
    changed = new Set();
    for (let from = 0; from < ids.length; from += IDS_AT_ONCE) {
      // Who hears nothing looks again after a while.
      await notifications
        .send(CHANNEL, [sender, ...ids.slice(from, from + IDS_AT_ONCE)].join(' '))
        .catch(() => undefined);
    }
  }

  return {
    announce(id) {
      changed.add(id);
      timer ??= setTimeout(send, GATHER_MS);
    },
    listen(listener) {
      notifications.listen(CHANNEL, (message) => {
        const [from, ...ids] = message.split(' ');
        // The database sends a node its own messages too.
        if (from !== sender) for (const id of ids) listener(id);
      });
    },
    async close() {
      await send();
      await notifications.close();
    },
  };
}
