import { RenderFailure } from '@trawl/browser/render-failure';
import { WorkFailure } from '@trawl/convert/workers';
import { FetchFailure } from '@trawl/web/fetch-types';
import { Refusal, type RefusalFacts } from '../contract/refusal.js';

/** The page or file that failed, as errors name it. */
interface Subject {
  readonly name: string;
  /** What the caller can do when it cannot be read. */
  readonly advice?: string;
  /** The refusal when no content could be retrieved. */
  refusalOf(why: string): Refusal;
}

const PAGE: Subject = { name: 'The page', refusalOf: allEnginesFailed };

/** Errors name the file, because a caller may upload several. */
export function fileNamed(filename: string): Required<Subject> {
  const name = `The file "${filename}"`;
  const advice = ' Check that it is whole, and upload it again.';
  return { name, advice, refusalOf: (why) => new Refusal('SCRAPE_ALL_ENGINES_FAILED', why) };
}

/** Turns failures to fetch, render or convert into the documented refusal; returns other errors unchanged. */
export function asRefusal(error: unknown, subject: Subject = PAGE): unknown {
  if (error instanceof FetchFailure) return ofFetch(error);
  if (error instanceof RenderFailure) return ofBrowser(error);
  if (error instanceof WorkFailure) return ofConversion(error, subject);
  return error;
}

export function timedOut(ms: number): Refusal {
  return new Refusal(
    'SCRAPE_TIMEOUT',
    `The scrape operation timed out before completing. It took longer than ${ms} ms: send a larger \`timeout\`.`,
  );
}

interface EngineFailure extends Pick<RefusalFacts, 'foreign'> {
  readonly engine?: string;
}

/** The refusal when no engine of this server could retrieve content. */
export function allEnginesFailed(why: string, { engine = 'fetch', foreign }: EngineFailure = {}): Refusal {
  return new Refusal(
    'SCRAPE_ALL_ENGINES_FAILED',
    `All scraping engines failed to retrieve content from this URL. Engines tried: [${engine}]. ${why}`,
    { foreign },
  );
}

function ofFetch({ reason, message }: FetchFailure): Refusal {
  switch (reason) {
    case 'dns':
      // Servers of this API answer with status 200, because the call was valid and a retry does not help.
      return new Refusal('SCRAPE_DNS_RESOLUTION_ERROR', message);
    case 'timeout':
      return new Refusal('SCRAPE_TIMEOUT', `The scrape operation timed out. ${message}`);
    case 'forbidden':
      return new Refusal('forbidden', message);
    default:
      return allEnginesFailed(message);
  }
}

function ofBrowser({ reason, message, action, foreign }: RenderFailure): Refusal {
  if (reason !== 'action') return allEnginesFailed(message, { engine: 'browser', foreign });
  // This is not reported as an error of the server, because clients would retry it. The same actions would fail again,
  // and what they have done must not be done twice.
  const details = [{ code: 'custom', path: ['actions', ...(action === undefined ? [] : [action])], message }];
  return new Refusal('BAD_REQUEST', message, { details, foreign });
}

function ofConversion({ reason, message }: WorkFailure, { name, advice = '', refusalOf }: Subject): Refusal {
  switch (reason) {
    case 'error':
      return refusalOf(`${name} cannot be read: ${message}${advice}`);
    case 'busy':
      return new Refusal('unavailable', `This server has too much to do: ${message} Try again later.`);
    case 'deadline':
      return refusalOf(`${name} is too complex to be converted. ${message}`);
    case 'memory':
      return refusalOf(`${name} is too large to be converted: it needs more memory than one may have.`);
    case 'crash':
      return refusalOf(`${name} cannot be read, because its conversion ended early: ${message}`);
  }
}
