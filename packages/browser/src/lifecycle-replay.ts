import type { Command, Message } from './cdp-messages.js';

/**
 * Puts the answer to `Page.setLifecycleEventsEnabled` before the events that a page repeats because of that command.
 *
 * Playwright listens to these events only after the answer, in a window that was empty when it asked for its frames. The window
 * may have loaded in between, and Playwright would wait for its `load` in vain. The window cannot be paused until Playwright
 * listens, because the connection of the service itself lets each window go on.
 */
export class LifecycleReplay {
  readonly #unanswered = new Map<string, UnansweredCommand>();

  /** Notes a command to a page. */
  sent({ id, method, sessionId = '' }: Command): void {
    if (method === 'Page.setLifecycleEventsEnabled') this.#unanswered.set(sessionId, { id, events: [] });
  }

  /** Returns what the client gets now, when a message has come from the page. */
  inOrder(message: Message): readonly Message[] {
    const { sessionId = '' } = message;
    const command = this.#unanswered.get(sessionId);
    if (command === undefined) return [message];
    if (message.method === 'Page.lifecycleEvent') {
      command.events.push(message);
      return [];
    }
    if (message.id !== command.id) return [message];
    this.#unanswered.delete(sessionId);
    return [message, ...command.events];
  }

  forget(sessionId: string): void {
    this.#unanswered.delete(sessionId);
  }
}

interface UnansweredCommand {
  readonly id: number;
  /** What the page repeats before it answers. */
  readonly events: Message[];
}
