import type { Document, ScrapeOptions } from '@trawl/client';
import { CreditsLacking } from '../accounts/plan.js';
import { isObject } from '../base/is-object.js';
import { operations } from '../contract/contract.js';
import { Refusal } from '../contract/refusal.js';
import { fixableOptions } from '../options/scrape-options.js';

/** The result of a trial. */
export interface TrialResult {
  readonly tested: boolean;
  readonly helped: boolean;
  /** Why it was not tried, or what failed, as a sentence. */
  readonly detail?: string;
}

export interface TrialRequest {
  readonly team: string;
  /** The body of the failed scrape, as it was sent. */
  readonly body: unknown;
  readonly fix: Readonly<Record<string, unknown>>;
  readonly signal: AbortSignal;
}

/** Sends a failed scrape again with other parameters. */
export type TryFix = (request: TrialRequest) => Promise<TrialResult>;

export interface TrialDependencies {
  /** Scrapes a page for the team, and charges it. Throws a `Refusal` where it has too few credits. */
  readonly scrape: (task: {
    readonly url: string;
    readonly options: ScrapeOptions;
    readonly team: string;
    readonly signal: AbortSignal;
  }) => Promise<Document>;
}

const NO_CREDITS = 'Too few credits are left to try it.';

/** How long a trial takes at most. */
const MAX_TRIAL_MS = 60_000;

export function createTryFix({ scrape }: TrialDependencies): TryFix {
  return async ({ team, body, fix, signal }) => {
    if (!isObject(body)) return { tested: false, helped: false, detail: 'The failed call is not kept.' };
    const fixedBody = { ...body, ...onlyFixable(fix) };
    // Loaded on demand: a server starts faster without the schema compiler.
    const { validate } = await import('../contract/validation.js');
    if (validate(scrapeSchema(), fixedBody)) {
      return { tested: false, helped: false, detail: 'The contract refuses the call with these parameters too.' };
    }
    const { url, zeroDataRetention: _, origin: _origin, integration: _sender, ...options } = fixedBody;
    const trialSignal = AbortSignal.any([signal, AbortSignal.timeout(MAX_TRIAL_MS)]);
    try {
      const document = await scrape({ url: String(url), options, team, signal: trialSignal });
      const problem = problemOf(document);
      return { tested: true, helped: problem === undefined, ...(problem !== undefined && { detail: problem }) };
    } catch (error) {
      signal.throwIfAborted();
      if (error instanceof CreditsLacking) return { tested: false, helped: false, detail: NO_CREDITS };
      if (error instanceof Refusal) return { tested: true, helped: false, detail: error.message };
      if (!trialSignal.aborted) throw error;
      return { tested: true, helped: false, detail: `It took longer than ${MAX_TRIAL_MS} ms.` };
    }
  };
}

export function onlyFixable(fix: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(fix).filter(([name]) => fixableOptions.has(name)));
}

function scrapeSchema() {
  const { body } = operations().find(({ id }) => id === 'scrapePage') ?? {};
  return body?.['application/json'] ?? true;
}

function problemOf({ metadata }: Document): string | undefined {
  const { statusCode = 200, error } = metadata ?? {};
  if (typeof error === 'string' && error !== '') return error;
  return Number(statusCode) >= 400 ? `The page answered ${statusCode}.` : undefined;
}
