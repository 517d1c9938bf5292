import { Refusal } from '../contract/refusal.js';
import { FetchFailure } from '../web/fetch-types.js';
import { WorkFailure } from '../workers/work-failure.js';

/** What was to become a document. */
interface Subject {
  readonly name: string;
  /** What to do about one that cannot be read. */
  readonly advice?: string;
  /** The refusal where nothing could be got from it. */
  failed(why: string): Refusal;
}

const PAGE: Subject = { name: 'The page', failed: allEnginesFailed };

/** By its name: who uploads several has to know which one it was. */
export function fileNamed(filename: string): Required<Subject> {
  const name = `The file "${filename}"`;
  const advice = ' Check that it is whole, and upload it again.';
  return { name, advice, failed: (why) => new Refusal(500, { code: 'SCRAPE_ALL_ENGINES_FAILED', error: why }) };
}

/** The documented refusal for what kept a page or file from becoming a document; anything else stays what it is. */
export function asRefusal(error: unknown, subject: Subject = PAGE): unknown {
  if (error instanceof FetchFailure) return ofFetch(error);
  if (error instanceof WorkFailure) return ofConversion(error, subject);
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

function ofConversion({ reason, message }: WorkFailure, { name, advice = '', failed }: Subject): Refusal {
  switch (reason) {
    case 'error':
      return failed(`${name} cannot be read: ${message}${advice}`);
    case 'busy':
      return new Refusal(503, { error: `This server has too much to do: ${message} Try again later.` });
    case 'deadline':
      return failed(`${name} is too complex to be converted. ${message}`);
    case 'memory':
      return failed(`${name} is too large to be converted: it needs more memory than one may have.`);
    case 'crash':
      return failed(`${name} cannot be read, because its conversion ended early: ${message}`);
  }
}
