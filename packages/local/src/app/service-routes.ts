import { createChooseOptions } from '../crawl/prompted-options.js';
import { createParse } from '../parse/parse.js';
import { agentRoutes } from '../routes/agent.js';
import { batchRoutes } from '../routes/batch.js';
import { browserRoutes } from '../routes/browser.js';
import { crawlRoutes } from '../routes/crawl.js';
import { developerRoutes } from '../routes/developer.js';
import { extractRoutes } from '../routes/extract.js';
import { feedbackRoutes } from '../routes/feedback.js';
import { interactRoutes } from '../routes/interact.js';
import { mapRoutes } from '../routes/map.js';
import { monitorRoutes } from '../routes/monitor.js';
import { parseRoutes } from '../routes/parse.js';
import { researchRoutes } from '../routes/research.js';
import type { Routes } from '../routes/route.js';
import { scrapeRoutes } from '../routes/scrape.js';
import { searchRoutes } from '../routes/search.js';
import { supportRoutes } from '../routes/support.js';
import { teamRoutes } from '../routes/team.js';
import type { ScrapeLookup } from '../scrape/finished-scrapes.js';
import { createPromptRunner } from '../sessions/prompt-runner.js';
import type { ServiceEnvironment, ServiceParts } from './service-parts.js';

/** The routes of the API, by operation. */
export function routesOf(environment: ServiceEnvironment, parts: ServiceParts): Partial<Routes> {
  return {
    ...pageRoutes(environment, parts),
    ...sessionRoutes(environment, parts),
    ...jobRoutes(environment, parts),
    ...accountRoutes(environment, parts),
  };
}

/** The routes whose response has the whole result: search, scrape, parse and map. */
function pageRoutes({ stores, clock, settings }: ServiceEnvironment, parts: ServiceParts) {
  const {
    scraper,
    finishedScrapes: scrapes,
    searchEngine: engine,
    guardFor,
    sessions,
    model,
    uploads,
    convert,
  } = parts;
  const abilities = { canRender: parts.renderer !== undefined, missingForMedia: parts.media.missing };
  return {
    ...searchRoutes({ stores, engine, scraper, scrapes, guardFor, abilities }),
    ...scrapeRoutes({
      stores,
      scraper,
      scrapes,
      lookup: scrapeLookup(parts),
      keepPage: settings.allowCode || model.access ? (id, page) => sessions.keepPage(id, page) : undefined,
    }),
    ...parseRoutes({
      stores,
      parse: createParse({ convert, clock, model: model.pages }),
      uploads,
      scrapes,
    }),
    ...mapRoutes({ map: parts.map, ledger: stores.ledger }),
  };
}

/** Browser sessions, and the interaction with the page of a scrape. */
function sessionRoutes({ clock, settings, log }: ServiceEnvironment, parts: ServiceParts) {
  const { sessions, linkTo, model } = parts;
  return {
    ...interactRoutes({
      scrapes: scrapeLookup(parts),
      withheld: parts.finishedScrapes,
      sessions,
      allowsCode: settings.allowCode,
      linkTo,
      prompts: model.access && createPromptRunner({ model: model.access, clock, log }),
    }),
    ...browserRoutes(sessions, settings.allowCode, linkTo),
  };
}

/** The routes that start background work: crawls, batches, monitors, agents and extractions. */
function jobRoutes({ stores, clock, settings }: ServiceEnvironment, parts: ServiceParts) {
  const { engine, jobs, monitoring, guardFor, model } = parts;
  const chooseOptions = createChooseOptions({ answerTask: model.answerTask, clock });
  const abilities = { canRender: parts.renderer !== undefined, missingForMedia: parts.media.missing };
  return {
    ...crawlRoutes({ jobs, chooseOptions, guardFor, robotsPolicy: settings.robots }),
    ...batchRoutes({ jobs, guardFor }),
    ...monitorRoutes(monitoring, stores, model.answerTask !== undefined),
    ...agentRoutes({ engine, access: model.access, guardFor }),
    ...extractRoutes({ engine, access: model.access, guardFor, abilities }),
  };
}

/** The routes about a team and its calls, and those that need data of the hosted service. */
function accountRoutes({ stores, clock }: ServiceEnvironment, parts: ServiceParts) {
  const { apiKeys, queue, policies, plan, model } = parts;
  const { support, reasonedSupport } = parts.support;
  return {
    ...supportRoutes(support, reasonedSupport),
    ...feedbackRoutes(stores),
    ...teamRoutes({ ledger: stores.ledger, queue, policies, clock, plan, apiKeys, tokens: model.tokens }),
    ...researchRoutes,
    ...developerRoutes,
  };
}

/** Finds a scrape by its id, whether it was called for or is a page of a job. */
function scrapeLookup({ finishedScrapes, jobs }: ServiceParts): ScrapeLookup {
  return { find: async (id) => (await finishedScrapes.find(id)) ?? jobs.scrape(id) };
}
