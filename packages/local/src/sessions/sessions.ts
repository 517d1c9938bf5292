import { aborted } from '@trawl/base/aborted';
import type { Clock } from '@trawl/base/clock';
import type { OpenPage, UsePage } from '@trawl/browser/open-pages';
import { RenderFailure } from '@trawl/browser/render-failure';
import type { Renderer } from '@trawl/browser/renderer';
import type { CodeRunner } from '@trawl/browser/sandbox/code-runner';
import type { Profile, ThreatProtectionOverride } from '@trawl/client';
import type { BrowserContext } from 'playwright-core';
import { checkedUrlCredits, exactly } from '../accounts/credits.js';
import { KEY_REVOKED, type KeyWatch } from '../accounts/key-watch.js';
import { CreditsLacking, type Plan } from '../accounts/plan.js';
import { isAnonymous } from '../accounts/teams.js';
import { type Background, createBackground } from '../base/background.js';
import { Refusal } from '../contract/refusal.js';
import type { OpenProfile, Profiles } from '../profiles/profiles.js';
import type { ScrapeOrigin } from '../scrape/finished-scrapes.js';
import type { PageOpener } from '../scrape/scrape-task.js';
import type { GuardFor } from '../scrape/threat-protection.js';
import type { LedgerStore, Payer } from '../store/ledger-store.js';
import { storedIfPossible } from '../store/stored-if-possible.js';
import { createReusablePages, type ReusablePages } from './reusable-pages.js';
import { openSession, type Session, type SessionDependencies, type SessionTerms } from './session.js';
import { SessionList } from './session-list.js';

export interface SessionsDependencies {
  readonly clock: Clock;
  readonly ledger: Pick<LedgerStore, 'charge'>;
  readonly plan: Pick<Plan, 'reserve'>;
  /** Ends the sessions of a key that is revoked. */
  readonly keys: Pick<KeyWatch, 'watch'>;
  readonly guardFor: GuardFor;
  readonly opener: PageOpener;
  readonly profiles: Profiles;
  readonly runner: Pick<CodeRunner, 'run'>;
  /** Returns undefined when there is no browser now. */
  readonly renderer: () => Renderer | undefined;
  /** Sessions at once, of all teams. */
  readonly maxSessions: number;
  /** Tells the other nodes of the service what is here; undefined where there are none. */
  readonly places?: SessionPlaces | undefined;
  readonly log: (line: string) => void;
}

/** Which process has which session, over all nodes of the service. */
export interface SessionPlaces {
  /** Notes that a session is here; resolves to false when another process has it. */
  add(id: string, team: string): Promise<boolean>;
  /** Forgets a session that could not be opened. */
  remove(id: string): Promise<void>;
  /** Whether the other nodes took this one for dead while the session lived. */
  isOver(id: string): Promise<boolean>;
}

/** The scrape whose page a session uses. */
export interface ScrapeToResume extends Payer {
  readonly id: string;
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

/** How long the session of a scrape may live, and be idle: a model thinks between two calls. */
const SCRAPE_TERMS = { ttlMs: 600_000, idleMs: 300_000, streamWebView: true };

/** The browser sessions of all teams. */
export class Sessions {
  readonly #dependencies: SessionsDependencies;
  readonly #background: Background;
  readonly #reusablePages: ReusablePages;
  readonly #list = new SessionList();
  /** Resolves for each session when its pages are closed. */
  readonly #endings = new WeakMap<Session, Promise<void>>();
  readonly #closing = new AbortController();
  #openingCount = 0;

  constructor(dependencies: SessionsDependencies) {
    this.#dependencies = dependencies;
    this.#background = createBackground(dependencies.log);
    this.#reusablePages = createReusablePages(dependencies.clock);
  }

  hasBrowser(): boolean {
    return this.#dependencies.renderer() !== undefined;
  }

  /** Throws the refusal of a server that has no browser now. */
  requireBrowser(): void {
    this.#renderer();
  }

  /** Keeps the page of a scrape open for a session; resolves when it may be closed. */
  keepPage(scrapeId: string, page: OpenPage): Promise<void> {
    return this.#reusablePages.keep(scrapeId, page);
  }

  /**
   * Returns the session of the scrape, which may have ended. The first call opens it: on the page as the scrape left it, or
   * on one that is opened in the same way when that page is closed.
   */
  resume(scrape: ScrapeToResume): Promise<Session> {
    const existingSession = this.#list.ofScrape(scrape.id);
    if (existingSession) return existingSession;
    const session = this.#openOnce(scrape);
    this.#list.addForScrape(scrape.id, session);
    return session;
  }

  /** Opens a session on an empty page, with the cookies and storage of the profile. */
  async open(terms: SessionTerms, profile: Profile | undefined): Promise<Session> {
    const session = await this.#withinLimit(terms.team, (renderer) => this.#openEmpty(renderer, terms, profile));
    return this.#placed(session);
  }

  /** Uses an empty page, and closes it in any case. It counts as a session, and the caller charges for it. */
  usePage<Result>(use: PageUse<Result>): Promise<Result> {
    return this.#withinLimit(use.team, (renderer) => this.#useEmpty(renderer, use));
  }

  /** Ends a session that lives; resolves when its profile is saved. */
  async end(session: Session, why: string): Promise<void> {
    session.end(why);
    await this.#endings.get(session);
  }

  ofScrape(scrapeId: string): Promise<Session> | undefined {
    return this.#list.ofScrape(scrapeId);
  }

  /** A session that lives, or has ended not long ago. */
  find(id: string): Session | undefined {
    return this.#list.find(id);
  }

  /** The sessions of a team, including those that ended not long ago. The latest first. */
  list(team: string): Session[] {
    return this.#list.latestFirst().filter(({ terms }) => terms.team === team);
  }

  /** The sessions of all teams that live. The latest first. */
  live(): Session[] {
    return this.#list.live();
  }

  /** The number of sessions that can be opened besides those that live. */
  room(): number {
    if (!this.hasBrowser()) return 0;
    return Math.max(0, this.#dependencies.maxSessions - this.#list.live().length - this.#openingCount);
  }

  /** Ends all sessions; `why` is a sentence for later callers. */
  endAll(why: string): void {
    for (const session of this.#list.live()) session.end(why);
  }

  /** Ends all sessions, and opens no more. */
  async close(): Promise<void> {
    this.#closing.abort(new Refusal('unavailable', 'The server closes.'));
    this.#reusablePages.clear();
    this.endAll('The server closes, or forgets what it has done.');
    await this.#background.idle();
  }

  #renderer(): Renderer {
    const renderer = this.#dependencies.renderer();
    if (!renderer) throw new Refusal('unavailable', NO_BROWSER);
    return renderer;
  }

  /** Opens a page in the browser of the team, unless as many sessions or browsers are open as this server allows. */
  async #withinLimit<Result>(team: string, work: (renderer: Renderer) => Promise<Result>): Promise<Result> {
    const { maxSessions } = this.#dependencies;
    const renderer = this.#renderer();
    if (this.room() === 0) throw tooMany(maxSessions);
    const releaseBrowser = renderer.takeBrowser(team);
    if (!releaseBrowser) throw noBrowserLeft();
    this.#openingCount += 1;
    try {
      return await work(renderer);
    } catch (error) {
      if (error instanceof RenderFailure) {
        throw new Refusal('upstream_failed', error.message, { foreign: error.foreign });
      }
      throw error;
    } finally {
      releaseBrowser();
      this.#openingCount -= 1;
    }
  }

  /** Makes a session of a page that was read, and keeps the page open until the session ends. */
  #sessionOn(terms: SessionTerms, onOpened: (session: Session) => void): UsePage {
    return async (page) => {
      if (this.#closing.signal.aborted) return;
      const { clock, keys, runner } = this.#dependencies;
      const charge: SessionDependencies['charge'] = (...charged) => this.#charge(...charged);
      const session = openSession(terms, page, { clock, runner, background: this.#background, charge });
      this.#list.add(session);
      const unwatch = keys.watch(terms.apiKey ?? undefined, () => session.end(KEY_REVOKED));
      onOpened(session);
      await aborted(session.signal);
      unwatch();
    };
  }

  #charge(session: Session, credits: number, onRefused: (why: string) => void): void {
    const { id, terms } = session;
    const { team, apiKey, scrapeId } = terms;
    const endpoint = scrapeId === undefined ? 'browser' : 'interact';
    // A session goes on while nothing can be stored.
    const { ledger, places, plan } = this.#dependencies;
    this.#background.start(`The charge of session ${id}`, () =>
      storedIfPossible(async () => {
        if (await places?.isOver(id)) return;
        const hold = await plan.reserve({ team, apiKey }, exactly(credits), session.createdAt);
        try {
          await ledger.charge({ team, apiKey, endpoint, credits, jobId: id, target: null });
        } finally {
          await hold.release();
        }
      }).catch((error: unknown) => {
        if (!(error instanceof CreditsLacking)) throw error;
        onRefused(error.message);
      }),
    );
  }

  /** Tells the other nodes that the session is here, before a caller hears of it. */
  async #placed(session: Session): Promise<Session> {
    try {
      await this.#dependencies.places?.add(session.id, session.terms.team);
      return session;
    } catch (error) {
      session.end('It could not be stored where it is.');
      throw error;
    }
  }

  /** Opens the session of a scrape unless another node does. */
  async #openOnce(scrape: ScrapeToResume): Promise<Session> {
    const { places } = this.#dependencies;
    if ((await places?.add(scrape.id, scrape.team)) === false) throw new Refusal('conflict', OPENED_ELSEWHERE);
    try {
      return await this.#placed(await this.#withinLimit(scrape.team, () => this.#openForScrape(scrape)));
    } catch (error) {
      await places?.remove(scrape.id);
      throw error;
    }
  }

  /** Opens a session on the page of the scrape, or on one that is opened in the same way. */
  async #openForScrape({ id, team, apiKey, origin }: ScrapeToResume): Promise<Session> {
    const sessions: Session[] = [];
    const use = this.#sessionOn({ ...SCRAPE_TERMS, team, apiKey, scrapeId: id }, (session) => sessions.push(session));
    await this.#reusablePages.reuse(id, use);
    const resumedSession = sessions.at(0);
    if (resumedSession) return resumedSession;
    if (!origin) throw new Refusal('conflict', FORGOTTEN);
    const credits = await this.#dependencies.opener.open({ ...origin, team, signal: this.#closing.signal }, use);
    const reopenedSession = sessions.at(0);
    if (!reopenedSession) throw new Refusal('conflict', NO_PAGE);
    if (credits > 0) reopenedSession.bill(credits);
    return reopenedSession;
  }

  async #openEmpty(renderer: Renderer, terms: SessionTerms, profileRequest: Profile | undefined): Promise<Session> {
    const { guardFor, log } = this.#dependencies;
    const { checkUrl, isOn } = await guardFor(terms.team);
    const profile = await this.#openProfile(terms.team, profileRequest);
    return new Promise((resolve, reject) => {
      const usePage = this.#sessionOn(terms, (session) => {
        if (isOn) session.bill(checkedUrlCredits(1));
        this.#endings.set(session, end);
        resolve(session);
      });
      const end = renderer
        .open({ team: terms.team, options: {}, headers: {}, profile, checkUrl, usePage })
        .then((problem) => {
          if (problem !== undefined) log(`A browser session: ${problem}`);
          reject(new RenderFailure('ended', 'The server closes.'));
        }, reject)
        .finally(() => profile?.close());
    });
  }

  async #useEmpty<Result>(renderer: Renderer, use: PageUse<Result>): Promise<Result> {
    const { team, threatProtection, signal, work } = use;
    signal.throwIfAborted();
    const { checkUrl } = await this.#dependencies.guardFor(team, threatProtection);
    return new Promise((resolve, reject) => {
      const usePage: UsePage = async (page) => {
        page.keep();
        const result = await work(page.context, AbortSignal.any([signal, page.signal]));
        end.then(() => resolve(result), reject);
      };
      const end = renderer.open({ team, options: {}, headers: {}, checkUrl, usePage });
      end.catch(reject);
    });
  }

  async #openProfile(team: string, request: Profile | undefined): Promise<OpenProfile | undefined> {
    if (!request) return undefined;
    const { name, saveChanges = true } = request;
    const { profiles } = this.#dependencies;
    return profiles.open({ team, name, saveChanges: saveChanges && !isAnonymous(team), user: 'session' });
  }
}

/** The error of servers without a browser. */
const NO_BROWSER = 'Browser sessions are not available on this server: it has no browser.';

const FORGOTTEN = 'This server no longer knows how the page of this scrape was opened. Scrape it again.';

const OPENED_ELSEWHERE =
  'Another call has opened the session of this scrape meanwhile, on another node of the service. Send this call again.';

const NO_PAGE = 'There is no page to go on with: the scrape has read a file.';

function noBrowserLeft(): Refusal {
  const error =
    'The sessions of other teams use all browsers that this server keeps for teams (`teamBrowsers`). Try again later.';
  return new Refusal('unavailable', error, { retryAfterSeconds: 10 });
}

function tooMany(maxSessions: number): Refusal {
  const error = `This server has ${maxSessions} browser sessions open, and allows no more (\`maxSessions\`). Close one, or try again later.`;
  return new Refusal('too_many', error);
}
