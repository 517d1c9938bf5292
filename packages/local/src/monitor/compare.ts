import type { MonitorCheckPage } from '@trawl/client';
import { diffKeys } from '../changes/json-diff.js';
import { diffText } from '../changes/text-diff.js';

/** What a page says, as far as a monitor compares it. */
export interface Content {
  readonly scrapeId: string | null;
  readonly markdown: string;
  /** The data extracted from the page, where the target asks for any: then that is compared, not the text. */
  readonly json?: unknown;
}

/** A page that a check could read. */
export interface ReadPage {
  readonly url: string;
  readonly content: Content;
  readonly statusCode: number;
  readonly metadata: object;
  /** Charges for it. To be called in the transaction that stores what became of it. */
  settle?(): void;
}

/** A page as a check found it. */
export type Found =
  | ReadPage
  | { readonly url: string; readonly error: string; readonly statusCode?: number | undefined };

export type Verdict = Pick<MonitorCheckPage, 'status' | 'diff' | 'snapshot' | 'error'>;

/** Answers that say a page is not there any more. */
const GONE = [404, 410];

/** What became of a page since the last check that could read it. */
export function compare(found: Found, previous: Content | undefined): Verdict {
  const { statusCode } = found;
  if (previous && statusCode !== undefined && GONE.includes(statusCode)) return { status: 'removed', diff: null };
  if ('error' in found) return { status: 'error', diff: null, error: found.error };
  if (found.statusCode >= 400) {
    return { status: 'error', diff: null, error: `The page answered with status ${found.statusCode}.` };
  }
  const { markdown, json } = found.content;
  const snapshot = json === undefined ? {} : { snapshot: { json } };
  if (!previous) return { status: 'new', diff: null, ...snapshot };
  if (json !== undefined || previous.json !== undefined) {
    const keys = diffKeys(previous.json, json);
    return keys
      ? { status: 'changed', diff: { json: keys }, ...snapshot }
      : { status: 'same', diff: null, ...snapshot };
  }
  const diff = diffText(previous.markdown, markdown);
  return diff ? { status: 'changed', diff } : { status: 'same', diff: null };
}
