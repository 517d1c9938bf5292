import { expect } from 'vitest';
import type { Recorded } from './recorded.js';

/** Recordings with an error message that differs here, each with the reason. */
export const differentMessages: { readonly [name: string]: string | undefined } = {
  'auth-interact-create': 'It names a variable of that server.',
  'auth-keyless-429-requests': 'It names that service, and where to pay it.',
  'crawl-idempotency-bad': 'That server says of a key that is no UUID that it was used.',
  'parse-empty-file': 'It speaks of a URL, where there is a file.',
  'monitor-get-badid': 'The contract says `uuid`, and leaves open by which expression that is told.',
};

/**
 * Matches an error by the beginning of its message. Programs recognize errors by the first sentence, so that has to be
 * equal; the advice after it may differ between servers.
 */
export function messageMatcher({ error, details }: { readonly error?: unknown; readonly details?: unknown }): object {
  return { error: matcherOf(error), ...(details !== undefined && { details: matcherOf(details) }) };
}

/** The recorder cut long texts, and lists to this length. */
const CUT_LIST = 3;

function matcherOf(value: unknown): unknown {
  if (typeof value === 'string') return expect.toSatisfy((text: string) => text.startsWith(firstSentence(value)));
  if (Array.isArray(value)) {
    const items = value.map(matcherOf);
    return items.length === CUT_LIST ? expect.arrayContaining(items) : items;
  }
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, matcherOf(item)]));
}

function firstSentence(text: string): string {
  return /^.*?\.(?=\s)/.exec(text)?.[0] ?? text.replace(/…$/, '');
}

export const isRefusal = ({ response }: Recorded): boolean =>
  response.status >= 400 && typeof response.body === 'object' && response.body !== null;
