import type { Clock } from '@trawl/base/clock';
import type { ChangeTracking, ChangeTrackingFormat } from '@trawl/client';
import type { Stores } from '../store/stores.js';
import type { TrackedPageKey } from '../store/tracked-page-store.js';
import type { Compare } from './differ.js';
import { isGone } from './page-status.js';
import { isSameText } from './same-text.js';
import type { Version } from './version.js';

export interface TrackedScrape extends Version {
  readonly team: string;
  readonly url: string;
  readonly statusCode: number;
}

/** Stores a version with the stores of a transaction. */
export type Remember = (stores: Pick<Stores, 'trackedPages'>) => Promise<void>;

export interface TrackResult {
  readonly changes: ChangeTracking;
  /** Stores this version for the next comparison, in the transaction that stores the changes. */
  readonly remember: Remember;
}

/** Stores the last version of each page, for each team and tag, and compares new versions with it. */
export interface ChangeTracker {
  /** The version that the next one is compared with. */
  last(scrape: Pick<TrackedScrape, 'team' | 'url'>, tag: ChangeTrackingFormat['tag']): Promise<Version | undefined>;
  track(scrape: TrackedScrape, format: Omit<ChangeTrackingFormat, 'type'>, signal?: AbortSignal): Promise<TrackResult>;
}

/** A version, and when it was seen. */
interface SeenVersion {
  readonly seen: number;
  readonly version: Version;
}

export interface TrackerDependencies {
  readonly stores: Pick<Stores, 'trackedPages'>;
  readonly clock: Clock;
  readonly compare: Compare;
}

export function createChangeTracker({ stores, clock, compare }: TrackerDependencies): ChangeTracker {
  async function lastVersion(page: TrackedPageKey): Promise<SeenVersion | undefined> {
    const stored = await stores.trackedPages.get(page);
    return stored && { seen: stored.seen, version: JSON.parse(stored.version) };
  }

  async function changesSince(
    previous: SeenVersion | undefined,
    { team, statusCode, markdown, json }: TrackedScrape,
    modes: NonNullable<ChangeTrackingFormat['modes']>,
    signal: AbortSignal | undefined,
  ): Promise<ChangeTracking> {
    const previousScrapeAt = previous ? new Date(previous.seen).toISOString() : null;
    if (!previous) return { previousScrapeAt, changeStatus: 'new' };
    if (isGone(statusCode)) return { previousScrapeAt, changeStatus: 'removed' };
    const compareModes = { text: modes.includes('git-diff'), keys: modes.includes('json') };
    const { text, keys } =
      compareModes.text || compareModes.keys
        ? await compare(previous.version, { markdown, json }, compareModes, { owner: { team, job: 'pages' }, signal })
        : {};
    const isChanged =
      compareModes.keys && !compareModes.text ? keys !== undefined : !isSameText(previous.version.markdown, markdown);
    return {
      previousScrapeAt,
      changeStatus: isChanged ? 'changed' : 'same',
      ...(text && { diff: text }),
      ...(keys && { json: keys }),
    };
  }

  return {
    last: async (scrape, tag) => (await lastVersion(keyOf(scrape, tag)))?.version,

    async track(scrape, { tag, modes = [] }, signal) {
      const { team: _team, url: _url, statusCode, ...version } = scrape;
      const page = keyOf(scrape, tag);
      const seen = clock.now();
      return {
        changes: await changesSince(await lastVersion(page), scrape, modes, signal),
        remember: ({ trackedPages }) =>
          isGone(statusCode)
            ? trackedPages.delete(page)
            : trackedPages.set(page, { seen, version: JSON.stringify(version) }),
      };
    },
  };
}

function keyOf({ team, url }: Pick<TrackedScrape, 'team' | 'url'>, tag: ChangeTrackingFormat['tag']): TrackedPageKey {
  // Links that differ only in their fragment are one page.
  return { team, tag: tag ?? '', url: url.replace(/#.*/s, '') };
}
