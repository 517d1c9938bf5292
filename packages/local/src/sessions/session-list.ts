import type { Session } from './session.js';

/** Ended sessions that are still known. */
const MAX_ENDED = 100;

/** The sessions that live, and those that ended last. */
export class SessionList {
  readonly #sessions = new Map<string, Session>();
  readonly #byScrape = new Map<string, Promise<Session>>();

  add(session: Session): void {
    this.#sessions.set(session.id, session);
    this.#forgetOldest();
  }

  find(id: string): Session | undefined {
    return this.#sessions.get(id);
  }

  latestFirst(): Session[] {
    return [...this.#sessions.values()].reverse();
  }

  live(): Session[] {
    return this.latestFirst().filter(({ endedAt }) => endedAt === undefined);
  }

  ofScrape(scrapeId: string): Promise<Session> | undefined {
    return this.#byScrape.get(scrapeId);
  }

  /** Remembers the session of a scrape while it opens; forgets it when it cannot be opened. */
  addForScrape(scrapeId: string, session: Promise<Session>): void {
    this.#byScrape.set(scrapeId, session);
    session.catch(() => this.#byScrape.delete(scrapeId));
  }

  #forgetOldest(): void {
    const endedSessions = [...this.#sessions.values()].filter(({ endedAt }) => endedAt !== undefined);
    for (const { id, terms } of endedSessions.slice(0, -MAX_ENDED)) {
      this.#sessions.delete(id);
      if (terms.scrapeId !== undefined) this.#byScrape.delete(terms.scrapeId);
    }
  }
}
