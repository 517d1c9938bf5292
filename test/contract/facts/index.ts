import type { Table } from '../fact.js';
import { actions } from './actions.js';
import { authentication } from './authentication.js';
import { creditRules } from './credit-rules.js';
import { endpoints } from './endpoints.js';
import { errors } from './errors.js';
import { formats } from './formats.js';
import { interactiveSessions } from './interact.js';
import { limits } from './limits.js';
import { metadata } from './metadata.js';
import { monitorRun } from './monitor-run.js';
import { results } from './results.js';
import { scrapeOptions } from './scrape-options.js';
import { searchRequest } from './search-request.js';
import { searchResponse } from './search-response.js';
import { service } from './service.js';
import { support } from './support.js';
import { threatProtection } from './threat-protection.js';
import { timeFilters } from './time-filters.js';

/**
 * The tables of the reference document, in its order and row by row. They were written from the document, not from the
 * contract: when a fact fails, mend the contract, unless the document says otherwise.
 */
export const tables: readonly Table[] = [
  ...service,
  ...searchResponse,
  ...results,
  ...metadata,
  ...monitorRun,
  ...support,
  ...searchRequest,
  ...timeFilters,
  ...scrapeOptions,
  ...formats,
  ...actions,
  ...threatProtection,
  ...interactiveSessions,
  ...endpoints,
  ...authentication,
  ...errors,
  ...limits,
  ...creditRules,
];
