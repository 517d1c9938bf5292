import { expect } from 'vitest';
import type { Recorded } from './recorded.js';

/** Refusals that say the same in other words here, and why. */
export const otherWords: { readonly [name: string]: string | undefined } = {
  'auth-interact-create': 'It names a variable of that server.',
  'auth-keyless-429-requests': 'It names that service, and where to pay it.',
  'crawl-idempotency-bad': 'That server says of a key that is no UUID that it was used.',
  'parse-empty-file': 'It speaks of a URL, where there is a file.',
  'monitor-get-badid': 'The contract says `uuid`, and leaves open by which expression that is told.',
};

/**
 * What a refusal says, as a matcher. Programs know a refusal by how it begins: the first sentence has to be the same,
 * and what follows is advice, which each server gives for itself.
 */
export function wordsOf({ error, details }: { readonly error?: unknown; readonly details?: unknown }): object {
  return { error: alike(error), ...(details !== undefined && { details: alike(details) }) };
}

/** Long texts and long lists were cut when they were recorded. */
const CUT_LIST = 3;

function alike(value: unknown): unknown {
  if (typeof value === 'string') return expect.toSatisfy((text: string) => text.startsWith(firstSentence(value)));
  if (Array.isArray(value)) {
    const items = value.map(alike);
    return items.length === CUT_LIST ? expect.arrayContaining(items) : items;
  }
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, alike(item)]));
}

function firstSentence(text: string): string {
  return /^.*?\.(?=\s)/.exec(text)?.[0] ?? text.replace(/…$/, '');
}

export const isRefusal = ({ response }: Recorded): boolean =>
  response.status >= 400 && typeof response.body === 'object' && response.body !== null;
