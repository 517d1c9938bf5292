import type { MonitorCheckPage } from '@trawl/client';
import { isGone } from '../changes/page-status.js';
import type { Changes, CompareModes, Version } from '../changes/version.js';
import type { CheckedPage, Content } from './checked-page.js';

/** Compares two versions. */
export type Diff = (before: Version, after: Version, modes: CompareModes) => Promise<Changes>;

export type PageComparison = Pick<MonitorCheckPage, 'status' | 'diff' | 'snapshot' | 'error'> & {
  readonly warning?: string;
};

/** Compares a page with the last check that could read it. */
export async function compare(page: CheckedPage, previous: Content | undefined, diff: Diff): Promise<PageComparison> {
  const isRemoved = 'isUnlinked' in page || (previous && isGone(page.statusCode));
  if (isRemoved) return { status: 'removed', diff: null };
  if ('error' in page) return { status: 'error', diff: null, error: page.error };
  if (page.statusCode >= 400) {
    return { status: 'error', diff: null, error: `The page answered with status ${page.statusCode}.` };
  }
  const { json } = page.content;
  const snapshot = json === undefined ? {} : { snapshot: { json } };
  if (!previous) return { status: 'new', diff: null, ...snapshot };
  // A scrape that could not extract the data has null. The page itself may still be the same.
  const isExtracted = json !== null && previous.json !== null;
  const byKeys = isExtracted && (json !== undefined || previous.json !== undefined);
  const changes = await diff(versionOf(previous), versionOf(page.content), { text: !byKeys, keys: byKeys });
  const changedFields = byKeys ? changes.keys && { json: changes.keys } : changes.text;
  const status = changedFields ? 'changed' : 'same';
  return {
    status,
    diff: changedFields ?? null,
    ...(byKeys && snapshot),
    ...(json === null && { warning: [TEXT_COMPARED, page.warning].filter(Boolean).join(' ') }),
  };
}

const TEXT_COMPARED = 'The text was compared, because the data of the page could not be extracted.';

/** What the next check compares: the last data that there are. */
export function nextSnapshot(content: Content, previous: Content | undefined): Content {
  return content.json === null && previous?.json !== undefined ? { ...content, json: previous.json } : content;
}

function versionOf({ markdown, json }: Content): Version {
  return { markdown, ...(json !== undefined && { json }) };
}
