import { randomBytes, randomUUID } from 'node:crypto';
import type { BrowserContext, Page } from 'playwright-core';
import { SESSION_MINUTE_CREDITS } from '../accounts/credits.js';
import type { Background } from '../background.js';
import type { HeldPage } from '../browser/held-pages.js';
import type { Clock } from '../clock.js';
import { Refusal } from '../contract/refusal.js';
import type { CodeOutcome, CodeRunner } from '../sandbox/code-runner.js';
import { digestOf, isSameSecret } from '../secret.js';

/** What a URL of a session lets its owner do: watch it, watch and use it, or drive it by a program. */
export const ACCESSES = ['view', 'control', 'cdp'] as const;
export type Access = (typeof ACCESSES)[number];

export interface SessionTerms {
  readonly team: string;
  /** The scrape that the session goes on with. */
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
  readonly charge: (session: Pick<Session, 'id' | 'terms'>, credits: number) => void;
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
  /** Undefined as long as it lives. */
  readonly endedAt: number | undefined;
  readonly creditsBilled: number;
  /** Aborts when the session ends. */
  readonly signal: AbortSignal;
  token(access: Access): string;
  /** Whether the token is the one for this access, and the session lives. */
  admits(access: Access, token: string): boolean;
  /** Charges credits for the session. */
  bill(credits: number): void;
  /** The browser context of the session; throws the documented `Refusal` when it has ended. */
  context(): BrowserContext;
  /** The page that code gets: the first one that is open. */
  page(): Promise<Page>;
  /** Notes that somebody uses the session. */
  touch(): void;
  /** Runs code; throws the documented `Refusal` when the session has ended or does something else. */
  run(call: CodeCall): Promise<CodeOutcome>;
  /**
   * Uses the pages of the session alone. The signal aborts when that of the caller does, or when the session ends; throws
   * the documented `Refusal` when it has ended or does something else.
   */
  use<Result>(signal: AbortSignal, work: Work<Result>): Promise<Result>;
  /** Ends the session; `why` completes a sentence for later callers. */
  end(why: string): void;
}

const MINUTE_MS = 60_000;

/** Those that a page has opened, such as by a link. Code knows the pages that it has opened itself. */
async function openedByPages(pages: readonly Page[]): Promise<Page[]> {
  const openers = await Promise.all(pages.map((page) => page.opener().catch(() => null)));
  return pages.filter((_, index) => openers[index] !== null);
}

function noteOnWindow(window: Page): string {
  return `A window was opened: ${window.url()}. The variable \`page\` is the first page; \`context.pages()\` has all.\n`;
}

/** The session on a page that is held. It keeps the page as long as it lives. */
export function openSession(terms: SessionTerms, held: HeldPage, dependencies: SessionDependencies): Session {
  const { clock, runner, charge, background } = dependencies;
  const id = randomUUID();
  const createdAt = clock.now();
  const expiresAt = createdAt + terms.ttlMs;
  const tokens = new Map(ACCESSES.map((access) => [access, randomBytes(24).toString('base64url')]));
  const ended = new AbortController();
  let lastActivity = createdAt;
  let endedAt: number | undefined;
  let minutes = 0;
  let creditsBilled = 0;
  let isRunning = false;
  /** Undefined when the session has ended, so that its pages leave the memory. */
  let live: HeldPage | undefined = held;
  let whyEnded = '';

  const gone = (status = 410) => new Refusal(status, { error: `The browser session has ended. ${whyEnded}` });

  function end(why: string, status?: number): void {
    if (endedAt !== undefined) return;
    whyEnded = why;
    endedAt = clock.now();
    live = undefined;
    tokens.clear();
    ended.abort(gone(status));
  }

  function bill(credits: number): void {
    creditsBilled += credits;
    charge(session, credits);
  }

  const idleUntil = () => (terms.idleMs === undefined ? Number.POSITIVE_INFINITY : lastActivity + terms.idleMs);
  const paidUntil = () => createdAt + minutes * MINUTE_MS;

  async function watchTime(): Promise<void> {
    while (!ended.signal.aborted) {
      const now = clock.now();
      if (isRunning) lastActivity = now;
      if (now >= expiresAt) return end(`It may live for ${terms.ttlMs / 1000} seconds.`);
      if (now >= idleUntil()) return end('It was idle for too long.');
      if (now >= paidUntil()) {
        minutes += 1;
        bill(SESSION_MINUTE_CREDITS);
      }
      const next = Math.min(expiresAt, idleUntil(), paidUntil());
      // The sleep ends early with the session.
      await clock.sleep(next - clock.now(), ended.signal).catch(() => {});
    }
  }

  function context(): BrowserContext {
    if (!live) throw gone();
    return live.context;
  }

  async function page(): Promise<Page> {
    const [first] = context().pages();
    return first ?? context().newPage();
  }

  /** What fails because the browser ends may be heard of before the end itself. */
  async function endIfGone(): Promise<void> {
    try {
      const connection = await live?.context.browser()?.newBrowserCDPSession();
      await connection?.detach();
    } catch {
      end('The browser ended.', 502);
    }
  }

  async function use<Result>(signal: AbortSignal, work: Work<Result>): Promise<Result> {
    if (!live) throw gone();
    if (isRunning) {
      throw new Refusal(409, { error: 'The browser session is in use by another call. Wait for its answer.' });
    }
    isRunning = true;
    try {
      return await work(live.context, AbortSignal.any([signal, ended.signal]));
    } catch (error) {
      await endIfGone();
      ended.signal.throwIfAborted();
      throw error;
    } finally {
      isRunning = false;
      lastActivity = clock.now();
    }
  }

  const session: Session = {
    id,
    terms,
    createdAt,
    expiresAt,
    get lastActivity() {
      return lastActivity;
    },
    get endedAt() {
      return endedAt;
    },
    get creditsBilled() {
      return creditsBilled;
    },
    signal: ended.signal,
    token: (access) => tokens.get(access) ?? '',
    admits(access, token) {
      const own = tokens.get(access);
      return own !== undefined && isSameSecret(digestOf(own), digestOf(token));
    },
    bill,
    context,
    page,
    touch() {
      lastActivity = clock.now();
    },
    run: ({ code, timeoutMs, signal }) =>
      use(signal, async (context, within) => {
        const first = await page();
        const before = new Set(context.pages());
        const outcome = await runner.run({ code, timeoutMs, page: first, signal: within });
        if (outcome.exitCode !== 0) await endIfGone();
        ended.signal.throwIfAborted();
        const windows = await openedByPages(context.pages().filter((each) => !before.has(each)));
        return { ...outcome, stderr: outcome.stderr + windows.map(noteOnWindow).join('') };
      }),
    use,
    end,
  };

  held.keep();
  const { signal } = held;
  const failed = () => end((signal.reason as Error).message, 502);
  if (signal.aborted) failed();
  signal.addEventListener('abort', failed, { once: true });
  background.start('A browser session', watchTime);
  return session;
}
