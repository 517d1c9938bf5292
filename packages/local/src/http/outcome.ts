import { printableLine } from '@trawl/base/printable';
import { isObject } from '../base/is-object.js';
import { redactedPageUrl } from '../operator/redacted-json.js';

/** The result of a call, in a few words for a list. */
export interface Outcome {
  readonly result?: string;
  /** What failed although the call succeeded. */
  readonly failed?: string;
}

const MAX_ASKED = 300;

/** The URL that a body asks for, redacted. What callers wrote in words may be secret. */
export function askedOf(body: unknown): string | undefined {
  if (!isObject(body)) return undefined;
  const { url, urls } = body;
  if (Array.isArray(urls) && typeof urls[0] === 'string') {
    const first = redactedPageUrl(urls[0]);
    return clipped(urls.length === 1 ? first : `${first} and ${urls.length - 1} more`);
  }
  return typeof url === 'string' ? clipped(redactedPageUrl(url)) : undefined;
}

/** Reads the body of a successful response, whatever operation it answers. */
export function outcomeOf(body: unknown): Outcome {
  if (!isObject(body)) return {};
  const { data, links, status, completed, total, error, warning } = body;
  if (typeof status === 'string' && typeof completed === 'number') {
    const result = `${status}, ${completed} of ${total} pages`;
    const isEmpty = status === 'completed' && completed === 0 && typeof warning === 'string';
    if (status !== 'failed' && !isEmpty) return { result };
    // A warning repeats what a page or a script of it has said. The log has a line of its own about such a job.
    if (status !== 'failed') return { result, failed: 'The job has brought nothing.' };
    return { result, failed: typeof error === 'string' ? clipped(error) : 'The job failed.' };
  }
  if (typeof body.exitCode === 'number' || body.killed === true) return codeOutcome(body);
  if (Array.isArray(links)) return { result: countOf(links.length, 'link') };
  if (Array.isArray(data)) return { result: countOf(data.length, 'item') };
  if (!isObject(data)) return typeof body.id === 'string' ? { result: 'started' } : {};
  return isObject(data.metadata) ? documentOutcome(data, data.metadata) : listOutcome(data);
}

const NOT_FORMATS = new Set(['metadata', 'warning', 'title', 'description', 'url', 'actions', 'scrapeId']);

function documentOutcome(document: Record<string, unknown>, metadata: Record<string, unknown>): Outcome {
  const formats = Object.keys(document).filter((name) => !NOT_FORMATS.has(name) && document[name] != null);
  const result = formats.length === 1 ? `${formats[0]}` : countOf(formats.length, 'format');
  const { statusCode } = metadata;
  if (typeof statusCode === 'number' && statusCode >= 400) {
    return { result, failed: `The page answered ${statusCode}.` };
  }
  return { result };
}

function listOutcome(data: Record<string, unknown>): Outcome {
  const lists = ['web', 'news', 'images'].map((name) => data[name]).filter(Array.isArray);
  if (lists.length === 0) return {};
  return {
    result: countOf(
      lists.reduce((sum, list) => sum + list.length, 0),
      'result',
    ),
  };
}

/** Describes the end of code or of a prompt, without what it has said. Only the response to a prompt has an `output`. */
function codeOutcome({ exitCode, killed, output }: Record<string, unknown>): Outcome {
  if (exitCode === 0 && killed !== true) return { result: 'ran' };
  const isCode = output === undefined;
  const end = killed ? 'was killed' : isCode ? `ended with ${exitCode}` : 'failed';
  return { failed: `The ${isCode ? 'code' : 'prompt'} ${end}.` };
}

const countOf = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`;

/** Makes a text short enough for one line of a list. */
function clipped(text: string): string {
  const line = printableLine(text.slice(0, MAX_ASKED));
  return text.length > MAX_ASKED ? `${line}…` : line;
}
