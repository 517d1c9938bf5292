import { Refusal } from '../http/refusal.js';
import { WorkFailure } from '../workers/work-failure.js';
import { FetchFailure } from './fetched.js';

/** The documented refusal for what kept a page or file from becoming a document; anything else stays what it is. */
export function asRefusal(error: unknown): unknown {
  if (error instanceof FetchFailure) return ofFetch(error);
  if (error instanceof WorkFailure) return ofConversion(error);
  return error;
}

export function timedOut(ms: number): Refusal {
  return new Refusal(408, {
    code: 'SCRAPE_TIMEOUT',
    error: `The scrape operation timed out before completing. It took longer than ${ms} ms: send a larger \`timeout\`.`,
  });
}

/** No engine of this server got anything from the page. */
export function allEnginesFailed(why: string): Refusal {
  return new Refusal(500, {
    code: 'SCRAPE_ALL_ENGINES_FAILED',
    error: `All scraping engines failed to retrieve content from this URL. Engines tried: [fetch]. ${why}`,
  });
}

function ofFetch({ reason, message }: FetchFailure): Refusal {
  switch (reason) {
    case 'dns':
      // With status 200, as running servers do it: nothing is wrong with the call, and repeating it does not help.
      return new Refusal(200, { code: 'SCRAPE_DNS_RESOLUTION_ERROR', error: message });
    case 'timeout':
      return new Refusal(408, { code: 'SCRAPE_TIMEOUT', error: `The scrape operation timed out. ${message}` });
    case 'forbidden':
      return new Refusal(403, { error: message });
    default:
      return allEnginesFailed(message);
  }
}

function ofConversion({ reason, message }: WorkFailure): Refusal {
  switch (reason) {
    case 'error':
      return allEnginesFailed(`The page cannot be read: ${message}`);
    case 'busy':
      return new Refusal(503, { error: `This server has too much to do: ${message} Try again later.` });
    case 'deadline':
      return allEnginesFailed(`The page is too complex to be converted. ${message}`);
    case 'memory':
      return allEnginesFailed('The page is too large to be converted: it needs more memory than a page may have.');
    case 'crash':
      return allEnginesFailed(`The conversion of the page ended early: ${message}`);
  }
}
