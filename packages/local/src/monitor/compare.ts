import type { MonitorCheckPage } from '@trawl/client';
import type { Changes, CompareModes, Version } from '../changes/version.js';

/** What a page says. Where the target asks for data, that is compared, not the text. */
export interface Content extends Version {
  readonly scrapeId: string | null;
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

/** Says what changed from one version to the next. */
export type Diff = (before: Version, after: Version, wanted: CompareModes) => Promise<Changes>;

/** A page as a check found it. */
export type CheckedPage =
  | ReadPage
  | { readonly url: string; readonly error: string; readonly statusCode?: number | undefined };

export type PageComparison = Pick<MonitorCheckPage, 'status' | 'diff' | 'snapshot' | 'error'>;

/** Answers that say a page is not there any more. */
const GONE = [404, 410];

/** What became of a page since the last check that could read it. */
export async function compare(found: CheckedPage, previous: Content | undefined, diff: Diff): Promise<PageComparison> {
  const { statusCode } = found;
  if (previous && statusCode !== undefined && GONE.includes(statusCode)) return { status: 'removed', diff: null };
  if ('error' in found) return { status: 'error', diff: null, error: found.error };
  if (found.statusCode >= 400) {
    return { status: 'error', diff: null, error: `The page answered with status ${found.statusCode}.` };
  }
  const { json } = found.content;
  const snapshot = json === undefined ? {} : { snapshot: { json } };
  if (!previous) return { status: 'new', diff: null, ...snapshot };
  const byKeys = json !== undefined || previous.json !== undefined;
  const changes = await diff(versionOf(previous), versionOf(found.content), { text: !byKeys, keys: byKeys });
  const changed = byKeys ? changes.keys && { json: changes.keys } : changes.text;
  const status = changed ? 'changed' : 'same';
  return { status, diff: changed ?? null, ...(byKeys && snapshot) };
}

function versionOf({ markdown, json }: Content): Version {
  return { markdown, ...(json !== undefined && { json }) };
}
