import type { Profile, ThreatProtectionOverride } from '@trawl/client';
import type { BrowserContext } from 'playwright-core';
import { checkedUrlCredits } from '../accounts/credits.js';
import type { Ledger } from '../accounts/ledger.js';
import { isAnonymous } from '../accounts/teams.js';
import type { ThreatPolicies } from '../accounts/threat-policies.js';
import { createBackground } from '../background.js';
import type { HeldPage, Hold } from '../browser/held-pages.js';
import type { OpenProfile, Profiles } from '../browser/profiles.js';
import { RenderFailure } from '../browser/render-failure.js';
import type { Renderer } from '../browser/renderer.js';
import type { Clock } from '../clock.js';
import { Refusal } from '../contract/refusal.js';
import type { CodeRunner } from '../sandbox/code-runner.js';
import type { ScrapeOrigin } from '../scrape/finished-scrapes.js';
import type { PageOpener } from '../scrape/scrape-task.js';
import { threatGuard } from '../scrape/threat-protection.js';
import { storedIfPossible } from '../store/until-stored.js';
import { createParkedPages } from './parked-pages.js';
import { openSession, type Session, type SessionTerms } from './session.js';

export interface SessionsDependencies {
  readonly clock: Clock;
  readonly ledger: Pick<Ledger, 'charge'>;
  readonly policies: Pick<ThreatPolicies, 'get'>;
  readonly opener: PageOpener;
  readonly profiles: Profiles;
  readonly runner: Pick<CodeRunner, 'run'>;
  /** Returns undefined when there is no browser now. */
  readonly renderer: () => Renderer | undefined;
  /** Sessions at once, of all teams. */
  readonly maxSessions: number;
  readonly log: (line: string) => void;
}

/** The scrape that a session goes on with. */
export interface ScrapeToResume {
  readonly id: string;
  readonly team: string;
  readonly origin: ScrapeOrigin | undefined;
}

/** A page that is used without a session. */
export interface PageUse<Result> {
  readonly team: string;
  readonly threatProtection?: ThreatProtectionOverride | undefined;
  readonly signal: AbortSignal;
  /** Gets a context with an empty page; its signal aborts when the browser has ended too. */
  work(context: BrowserContext, signal: AbortSignal): Promise<Result>;
}

/** The browser sessions of all teams. */
export interface Sessions {
  hasBrowser(): boolean;
  /** Throws the refusal of a server that has no browser now. */
  requireBrowser(): void;
  /** Keeps the page of a scrape for a while; resolves when it may be closed. */
  park(scrapeId: string, page: HeldPage): Promise<void>;
  /**
   * The session of the scrape, which may have ended. It is opened when it is first asked for, on the page as the scrape
   * left it, or else on one that is opened in the same way.
   */
  resume(scrape: ScrapeToResume): Promise<Session>;
  /** Opens a session on an empty page, with what the profile knows. */
  open(terms: SessionTerms, profile: Profile | undefined): Promise<Session>;
  /** Uses an empty page in the place of a session, and closes it in any case; the caller pays for it. */
  usePage<Result>(use: PageUse<Result>): Promise<Result>;
  /** Ends a session that lives; resolves when its profile is saved. */
  end(session: Session, why: string): Promise<void>;
  ofScrape(scrapeId: string): Promise<Session> | undefined;
  /** A session that lives, or has ended not long ago. */
  find(id: string): Session | undefined;
  /** The sessions of a team, those that have ended not long ago too. The latest first. */
  list(team: string): Session[];
  /** The sessions of all teams that live. The latest first. */
  live(): Session[];
  /** Ends all sessions. */
  close(): Promise<void>;
}

/** Ended sessions that are still known. */
const MAX_ENDED = 100;

/** How long the session of a scrape may live, and be idle: a model thinks between two calls. */
const SCRAPE_TERMS = { ttlMs: 600_000, idleMs: 300_000, streamWebView: true };

export function createSessions(dependencies: SessionsDependencies): Sessions {
  const { clock, ledger, policies, profiles, opener, runner, renderer, maxSessions, log } = dependencies;
  const background = createBackground(log);
  const parked = createParkedPages(clock);
  const sessions = new Map<string, Session>();
  const byScrape = new Map<string, Promise<Session>>();
  /** Resolves for each session when its pages are closed. */
  const closed = new WeakMap<Session, Promise<void>>();
  const closing = new AbortController();
  let opening = 0;

  function charge({ id, terms }: Pick<Session, 'id' | 'terms'>, credits: number): void {
    const { team, scrapeId } = terms;
    const endpoint = scrapeId === undefined ? 'browser' : 'interact';
    // A session goes on while nothing can be stored.
    storedIfPossible(() => ledger.charge({ team, endpoint, credits, jobId: id, target: null }));
  }

  /** Makes a session of the page that is held, and keeps the page until the session ends. */
  function sessionOn(terms: SessionTerms, opened: (session: Session) => void): Hold {
    return async (held) => {
      if (closing.signal.aborted) return;
      const session = openSession(terms, held, { clock, runner, background, charge });
      sessions.set(session.id, session);
      forgetOldest();
      opened(session);
      if (session.signal.aborted) return;
      await new Promise((resolve) => session.signal.addEventListener('abort', resolve, { once: true }));
    };
  }

  const latestFirst = () => [...sessions.values()].reverse();
  const live = () => latestFirst().filter(({ endedAt }) => endedAt === undefined);

  function forgetOldest(): void {
    const ended = [...sessions.values()].filter(({ endedAt }) => endedAt !== undefined);
    for (const { id, terms } of ended.slice(0, -MAX_ENDED)) {
      sessions.delete(id);
      if (terms.scrapeId !== undefined) byScrape.delete(terms.scrapeId);
    }
  }

  function rendererOrRefusal(): Renderer {
    const browser = renderer();
    if (!browser) throw new Refusal(503, { error: NO_BROWSER });
    return browser;
  }

  /** Does the work in one of the places that this server has for sessions. */
  async function inPlace<Result>(work: (place: Renderer) => Promise<Result>): Promise<Result> {
    const browser = rendererOrRefusal();
    if (live().length + opening >= maxSessions) throw tooMany(maxSessions);
    opening += 1;
    try {
      return await work(browser);
    } catch (error) {
      if (error instanceof RenderFailure) throw new Refusal(502, { error: error.message });
      throw error;
    } finally {
      opening -= 1;
    }
  }

  async function openForScrape({ id, team, origin }: ScrapeToResume): Promise<Session> {
    const terms = { ...SCRAPE_TERMS, team, scrapeId: id };
    const opened: Session[] = [];
    const hold = sessionOn(terms, (session) => opened.push(session));
    await parked.take(id, hold);
    const [resumed] = opened;
    if (resumed) return resumed;
    if (!origin) throw new Refusal(409, { error: FORGOTTEN });
    const credits = await opener.open({ ...origin, team, signal: closing.signal }, hold);
    const [reopened] = opened;
    if (!reopened) throw new Refusal(409, { error: NO_PAGE });
    if (credits > 0) reopened.bill(credits);
    return reopened;
  }

  async function openEmpty(browser: Renderer, terms: SessionTerms, asked: Profile | undefined): Promise<Session> {
    const { team } = terms;
    const { admit, isOn } = threatGuard(policies.get(team));
    const profile = await openProfile(team, asked);
    return new Promise((resolve, reject) => {
      const hold = sessionOn(terms, (session) => {
        if (isOn) session.bill(checkedUrlCredits(1));
        closed.set(session, over);
        resolve(session);
      });
      const over = browser
        .open({ options: {}, headers: {}, profile, admit, hold })
        .then((unsaved) => {
          if (unsaved !== undefined) log(`A browser session: ${unsaved}`);
          reject(new RenderFailure('ended', 'The server closes.'));
        }, reject)
        .finally(() => profile?.close());
    });
  }

  async function useEmpty<Result>(
    browser: Renderer,
    { team, threatProtection, signal, work }: PageUse<Result>,
  ): Promise<Result> {
    signal.throwIfAborted();
    const { admit } = threatGuard(policies.get(team), threatProtection);
    return new Promise((resolve, reject) => {
      const hold: Hold = async (held) => {
        held.keep();
        const result = await work(held.context, AbortSignal.any([signal, held.signal]));
        over.then(() => resolve(result), reject);
      };
      const over = browser.open({ options: {}, headers: {}, admit, hold });
      over.catch(reject);
    });
  }

  async function openProfile(team: string, asked: Profile | undefined): Promise<OpenProfile | undefined> {
    if (!asked) return undefined;
    const { name, saveChanges = true } = asked;
    return profiles.open({ team, name, saveChanges: saveChanges && !isAnonymous(team), user: 'session' });
  }

  return {
    hasBrowser: () => renderer() !== undefined,
    requireBrowser() {
      rendererOrRefusal();
    },
    park: (scrapeId, page) => parked.park(scrapeId, page),
    resume(scrape) {
      const known = byScrape.get(scrape.id);
      if (known) return known;
      const session = inPlace(() => openForScrape(scrape));
      byScrape.set(scrape.id, session);
      session.catch(() => byScrape.delete(scrape.id));
      return session;
    },
    open: (terms, profile) => inPlace((browser) => openEmpty(browser, terms, profile)),
    usePage: (use) => inPlace((browser) => useEmpty(browser, use)),
    async end(session, why) {
      session.end(why);
      await closed.get(session);
    },
    ofScrape: (scrapeId) => byScrape.get(scrapeId),
    find: (id) => sessions.get(id),
    list: (team) => latestFirst().filter(({ terms }) => terms.team === team),
    live,
    async close() {
      closing.abort(new Refusal(503, { error: 'The server closes.' }));
      parked.clear();
      for (const session of sessions.values()) session.end('The server closes, or forgets what it has done.');
      await background.idle();
    },
  };
}

/** How servers without a browser answer. */
const NO_BROWSER = 'Browser sessions are not available on this server: it has no browser.';

const FORGOTTEN = 'This server no longer knows how the page of this scrape was opened. Scrape it again.';

const NO_PAGE = 'There is no page to go on with: the scrape has read a file.';

function tooMany(maxSessions: number): Refusal {
  const error = `This server has ${maxSessions} browser sessions open, and allows no more (\`maxSessions\`). Close one, or try again later.`;
  return new Refusal(429, { error });
}
