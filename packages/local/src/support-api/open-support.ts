import type { Clock } from '@trawl/base/clock';
import { pageEstimate } from '../accounts/credits.js';
import type { Plan } from '../accounts/plan.js';
import { withScheme } from '../contract/page-url.js';
import type { AnswerTask } from '../model/model-task.js';
import type { Scraper } from '../scrape/scrape-task.js';
import type { Stores } from '../store/stores.js';
import type { CallMemory } from './call-memory.js';
import { createTryFix, type TrialDependencies } from './fix-trial.js';
import { createReasonedSupport } from './reasoned-support.js';
import { createSupport } from './support.js';

export interface SupportNeeds extends ChargedScrapes {
  readonly clock: Clock;
  /** The last calls, for questions about them. */
  readonly memory: CallMemory;
  /** It is undefined on a server without a language model. */
  readonly answerTask: AnswerTask | undefined;
}

/** Opens what answers questions about failed calls: from the reference, and with a language model where there is one. */
export function openSupport({ clock, memory, answerTask, ...scrapes }: SupportNeeds) {
  const support = createSupport(scrapes.stores);
  if (!answerTask) return { support, reasonedSupport: undefined };
  const tryFix = createTryFix({ scrape: chargedScrape(scrapes) });
  return { support, reasonedSupport: createReasonedSupport({ support, answerTask, memory, tryFix, clock }) };
}

interface ChargedScrapes {
  readonly stores: Stores;
  readonly scraper: Scraper;
  readonly plan: Plan;
}

/** Scrapes a page for a team, and charges it. */
function chargedScrape({ stores, scraper, plan }: ChargedScrapes): TrialDependencies['scrape'] {
  return async ({ url, ...task }) => {
    const { team } = task;
    const hold = await plan.reserve({ team }, pageEstimate(task.options));
    try {
      const { document, creditsUsed, scrapeId } = await scraper.scrape({ ...task, url: withScheme(url) });
      await hold.cover(creditsUsed);
      await stores.ledger.charge({ team, endpoint: 'scrape', credits: creditsUsed, jobId: scrapeId, target: url });
      return document;
    } finally {
      await hold.release();
    }
  };
}
