import { createHmac, randomBytes, randomUUID } from 'node:crypto';
import type { Clock } from '@trawl/base/clock';
import type { OpenPage } from '@trawl/browser/open-pages';
import type { CodeOutcome, CodeRunner } from '@trawl/browser/sandbox/code-runner';
import type { BrowserContext, Page } from 'playwright-core';
import { SESSION_MINUTE_CREDITS } from '../accounts/credits.js';
import type { Background } from '../base/background.js';
import { digestOf, isSameSecret } from '../base/secret.js';
import { Refusal, type RefusalCode } from '../contract/refusal.js';
import type { Payer } from '../store/ledger-store.js';
import { watchWindows } from './opened-windows.js';

/** What the URL of a session allows: to watch it, to watch and use it, or to drive it by a program. */
export const ACCESSES = ['view', 'control', 'cdp'] as const;
export type Access = (typeof ACCESSES)[number];

export interface SessionTerms extends Payer {
  /** The scrape whose page the session uses. */
  readonly scrapeId?: string | undefined;
  /** How long the session may live. */
  readonly ttlMs: number;
  /** How long it may be idle. */
  readonly idleMs?: number | undefined;
  /** Whether it can be watched. */
  readonly streamWebView: boolean;
}

export interface SessionDependencies {
  readonly clock: Clock;
  readonly runner: Pick<CodeRunner, 'run'>;
  readonly background: Pick<Background, 'start'>;
  /** Charges for a session; calls `onRefused` with the reason when there are too few credits. */
  readonly charge: (session: Session, credits: number, onRefused: (why: string) => void) => void;
}

export interface CodeCall {
  readonly code: string;
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
}

type Work<Result> = (context: BrowserContext, signal: AbortSignal) => Promise<Result>;

/** A browser that a caller uses over several calls. */
export interface Session {
  readonly id: string;
  readonly terms: SessionTerms;
  /** Milliseconds since 1970. */
  readonly createdAt: number;
  readonly expiresAt: number;
  readonly lastActivity: number;
  /** Undefined while the session lives. */
  readonly endedAt: number | undefined;
  readonly creditsBilled: number;
  /** Aborts when the session ends. */
  readonly signal: AbortSignal;
  /**
   * The token for this access; empty when the session has ended.
   *
   * @param keyId - The key of the caller who gets it: the token ends with that key.
   */
  token(access: Access, keyId?: string): string;
  /** Whether the token is one for this access, and the session lives. */
  grants(access: Access, token: string): boolean;
  /** Charges credits for the session, which ends when there are too few. */
  bill(credits: number): void;
  /** The browser context of the session; throws the documented `Refusal` when it has ended. */
  context(): BrowserContext;
  /** The page that code gets: the first one that is open. */
  page(): Promise<Page>;
  /** Notes that a person uses the session now, so that it is not idle. */
  touch(): void;
  /** Runs code; throws the documented `Refusal` when the session has ended or is in use. */
  run(call: CodeCall): Promise<CodeOutcome>;
  /**
   * Uses the pages of the session while no other call does. `work` gets a signal that aborts with the signal of the caller
   * and when the session ends. Throws the documented `Refusal` when the session has ended or is in use.
   */
  use<Result>(signal: AbortSignal, work: Work<Result>): Promise<Result>;
  /** Ends the session; `why` completes a sentence for later callers. */
  end(why: string): void;
}

const MINUTE_MS = 60_000;

/** Opens a session on a page, and keeps the page as long as the session lives. */
export function openSession(terms: SessionTerms, page: OpenPage, dependencies: SessionDependencies): Session {
  const session = new PageSession(terms, page, dependencies);
  dependencies.background.start('A browser session', () => session.watchTime());
  return session;
}

class PageSession implements Session {
  readonly id = randomUUID();
  readonly terms: SessionTerms;
  readonly createdAt: number;
  readonly expiresAt: number;
  lastActivity: number;
  endedAt: number | undefined;
  creditsBilled = 0;
  readonly #dependencies: SessionDependencies;
  readonly #tokens = new Map(ACCESSES.map((access) => [access, randomBytes(24).toString('base64url')]));
  readonly #end = new AbortController();
  /** It is undefined after the session has ended, so that its pages can be freed. */
  #openPage: OpenPage | undefined;
  #paidMinutes = 0;
  #isRunning = false;
  #reason = '';

  constructor(terms: SessionTerms, openPage: OpenPage, dependencies: SessionDependencies) {
    this.terms = terms;
    this.createdAt = dependencies.clock.now();
    this.expiresAt = this.createdAt + terms.ttlMs;
    this.lastActivity = this.createdAt;
    this.#dependencies = dependencies;
    this.#openPage = openPage;
    openPage.keep();
    this.#endWith(openPage.signal);
  }

  get signal(): AbortSignal {
    return this.#end.signal;
  }

  token(access: Access, keyId?: string): string {
    const token = this.#tokens.get(access) ?? '';
    return token === '' || keyId === undefined ? token : tokenOfKey(token, keyId);
  }

  grants(access: Access, token: string): boolean {
    const grantedToken = this.token(access, keyIdOf(token));
    return grantedToken !== '' && isSameSecret(digestOf(grantedToken), digestOf(token));
  }

  bill(credits: number): void {
    this.creditsBilled += credits;
    this.#dependencies.charge(this, credits, (why) => {
      this.creditsBilled -= credits;
      this.end(why);
    });
  }

  context(): BrowserContext {
    if (!this.#openPage) throw this.#refusal();
    return this.#openPage.context;
  }

  async page(): Promise<Page> {
    const context = this.context();
    return context.pages().at(0) ?? context.newPage();
  }

  touch(): void {
    this.lastActivity = this.#dependencies.clock.now();
  }

  async run({ code, timeoutMs, signal }: CodeCall): Promise<CodeOutcome> {
    return this.use(signal, async (context, runSignal) => {
      const page = await this.page();
      const windows = await watchWindows(context, page);
      const outcome = await this.#dependencies.runner.run({ code, timeoutMs, page, signal: runSignal });
      if (outcome.exitCode !== 0) await this.#endIfBrowserEnded();
      this.signal.throwIfAborted();
      const openedPages = await windows.opened();
      return { ...outcome, stderr: outcome.stderr + openedPages.map(noteOnWindow).join('') };
    });
  }

  async use<Result>(signal: AbortSignal, work: Work<Result>): Promise<Result> {
    const context = this.context();
    if (this.#isRunning) {
      throw new Refusal('conflict', 'The browser session is in use by another call. Wait for its answer.');
    }
    this.#isRunning = true;
    try {
      return await work(context, AbortSignal.any([signal, this.signal]));
    } catch (error) {
      await this.#endIfBrowserEnded();
      this.signal.throwIfAborted();
      throw error;
    } finally {
      this.#isRunning = false;
      this.touch();
    }
  }

  end(why: string, code?: RefusalCode): void {
    if (this.endedAt !== undefined) return;
    this.#reason = why;
    this.endedAt = this.#dependencies.clock.now();
    this.#openPage = undefined;
    this.#tokens.clear();
    this.#end.abort(this.#refusal(code));
  }

  /** Bills each minute that begins, and ends the session when it has lived or been idle for too long. */
  async watchTime(): Promise<void> {
    const { clock } = this.#dependencies;
    while (!this.signal.aborted) {
      const now = clock.now();
      if (this.#isRunning) this.lastActivity = now;
      if (now >= this.expiresAt) return this.end(`It may live for ${this.terms.ttlMs / 1000} seconds.`);
      if (now >= this.#idleUntil()) return this.end('It was idle for too long.');
      if (now >= this.#paidUntil()) {
        this.#paidMinutes += 1;
        this.bill(SESSION_MINUTE_CREDITS);
      }
      const next = Math.min(this.expiresAt, this.#idleUntil(), this.#paidUntil());
      // The sleep ends early with the session.
      await clock.sleep(next - clock.now(), this.signal).catch(() => {});
    }
  }

  #idleUntil(): number {
    const { idleMs } = this.terms;
    return idleMs === undefined ? Number.POSITIVE_INFINITY : this.lastActivity + idleMs;
  }

  #paidUntil(): number {
    return this.createdAt + this.#paidMinutes * MINUTE_MS;
  }

  /** Ends the session when its page is lost. */
  #endWith(pageSignal: AbortSignal): void {
    const end = () => this.end((pageSignal.reason as Error).message, 'upstream_failed');
    if (pageSignal.aborted) end();
    pageSignal.addEventListener('abort', end, { once: true });
  }

  /** A call may fail because the browser has ended before the session hears of that end. */
  async #endIfBrowserEnded(): Promise<void> {
    try {
      const connection = await this.#openPage?.context.browser()?.newBrowserCDPSession();
      await connection?.detach();
    } catch {
      this.end('The browser ended.', 'upstream_failed');
    }
  }

  #refusal(code: RefusalCode = 'gone'): Refusal {
    return new Refusal(code, `The browser session has ended. ${this.#reason}`);
  }
}

/** The token that a key gets: it names the key, and cannot be made without the token of the session. */
function tokenOfKey(token: string, keyId: string): string {
  return `${keyId}.${createHmac('sha256', token).update(keyId).digest('base64url')}`;
}

/** The key that has got a token. */
export function keyIdOf(token: string): string | undefined {
  const end = token.lastIndexOf('.');
  return end < 0 ? undefined : token.slice(0, end);
}

function noteOnWindow(address: string): string {
  const window = address ? `A window was opened: ${address}.` : 'A window was opened that has not loaded yet.';
  return `${window} The variable \`page\` is the first page; \`context.pages()\` has all.\n`;
}
