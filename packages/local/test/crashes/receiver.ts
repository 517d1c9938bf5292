import { text } from 'node:stream/consumers';
import { site } from '../crawl/site.js';

export interface Event {
  readonly type: string;
  readonly id: string;
  readonly webhookId: string;
  readonly success: boolean;
  readonly data: readonly Record<string, unknown>[];
}

export interface Receiver {
  readonly url: string;
  /** What came, in order. */
  readonly events: readonly Event[];
}

/** A receiver of webhooks that takes everything. */
export async function receiver(): Promise<Receiver> {
  const events: Event[] = [];
  const { url } = await site({
    '/hook': async (request, response) => {
      events.push(JSON.parse(await text(request)));
      response.end();
    },
  });
  return { url: `${url}/hook`, events };
}
