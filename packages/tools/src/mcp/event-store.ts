import type { EventStore, JSONRPCMessage } from '@modelcontextprotocol/server';

interface StoredEvent {
  readonly id: number;
  readonly streamId: string;
  readonly message: JSONRPCMessage;
  readonly bytes: number;
  readonly storedAt: number;
}

/** How long a client may fetch again what a broken stream has lost. */
export const KEPT_MS = 5 * 60_000;

const MAX_BYTES = 1_000_000;

/**
 * The last messages of a session, which a client fetches again by their ids when a stream broke. They are kept five minutes,
 * and one megabyte of them: the oldest go first.
 */
export class SessionEvents implements EventStore {
  readonly #events: StoredEvent[] = [];
  #bytes = 0;
  #lastId = 0;

  async storeEvent(streamId: string, message: JSONRPCMessage): Promise<string> {
    const id = ++this.#lastId;
    const bytes = Buffer.byteLength(JSON.stringify(message));
    this.#events.push({ id, streamId, message, bytes, storedAt: performance.now() });
    this.#bytes += bytes;
    this.#forget();
    return String(id);
  }

  async getStreamIdForEventId(eventId: string): Promise<string | undefined> {
    this.#forget();
    return this.#events.find(({ id }) => String(id) === eventId)?.streamId;
  }

  async replayEventsAfter(
    lastEventId: string,
    { send }: { send: (eventId: string, message: JSONRPCMessage) => Promise<void> },
  ): Promise<string> {
    const streamId = (await this.getStreamIdForEventId(lastEventId)) ?? '';
    for (const event of this.#events) {
      // A message without content only told its id.
      if (event.streamId !== streamId || event.id <= Number(lastEventId) || !('jsonrpc' in event.message)) continue;
      await send(String(event.id), event.message);
    }
    return streamId;
  }

  #forget(): void {
    const oldest = performance.now() - KEPT_MS;
    for (let first = this.#events[0]; first; first = this.#events[0]) {
      // The last message is kept whatever its size, because nothing else has the answer.
      const isTooMuch = this.#bytes > MAX_BYTES && this.#events.length > 1;
      if (!isTooMuch && first.storedAt >= oldest) return;
      this.#events.shift();
      this.#bytes -= first.bytes;
    }
  }
}
