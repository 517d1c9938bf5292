import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

export interface Delivered {
  readonly body: string;
  readonly signature: string;
}

/** Receives webhooks on loopback. */
export async function receiver() {
  const deliveries: Delivered[] = [];
  const waiting = new Set<() => void>();
  const server = createServer(async (request, response) => {
    deliveries.push({ body: await text(request), signature: String(request.headers['x-firecrawl-signature']) });
    response.end();
    for (const look of waiting) look();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    /** All that came, as soon as an event of this type has. */
    until(type: string): Promise<readonly Delivered[]> {
      return new Promise((resolve) => {
        const look = () => {
          if (!deliveries.some(({ body }) => body.includes(`"${type}"`))) return;
          waiting.delete(look);
          resolve(deliveries);
        };
        waiting.add(look);
        look();
      });
    },
    async close() {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}
