import type { Clock } from '@trawl/base/clock';
import { redactedUrl } from '@trawl/base/redacted-url';
import type { Renderer } from '@trawl/browser/renderer';
import type { ApiKeys } from '../accounts/api-keys.js';
import { teamsOf } from '../accounts/teams.js';
import { createDiffer } from '../changes/differ.js';
import { createChangeTracker } from '../changes/tracker.js';
import type { Convert } from '../convert/convert.js';
import type { Media } from '../media/media.js';
import type { PageModel } from '../model/page-model.js';
import type { Network } from '../network/open-network.js';
import { createProfiles } from '../profiles/profiles.js';
import { createSharedProfileTurns } from '../profiles/shared-profile-turns.js';
import type { SearchIndex } from '../search/index-entry.js';
import type { Settings } from '../settings/settings.js';
import type { Stores } from '../store/stores.js';
import { linksTo } from './file-links.js';
import { createFinishedScrapes } from './finished-scrapes.js';
import { createPageCache, type PageCacheOptions } from './page-cache.js';
import { createRenderedFiles } from './rendered-files.js';
import { createScraper, type ScraperDependencies } from './scraper.js';
import { createSeeder } from './seed.js';
import type { GuardFor } from './threat-protection.js';

export interface ScrapingNeeds {
  readonly settings: Settings;
  readonly stores: Stores;
  readonly clock: Clock;
  readonly log: (line: string) => void;
  readonly port: () => number | undefined;
  /** The id of this process among the nodes of the service; undefined where it works alone. */
  readonly process: string | undefined;
  readonly apiKeys: Pick<ApiKeys, 'teams'>;
  readonly network: Network;
  readonly renderer: Renderer | undefined;
  readonly guardFor: GuardFor;
  readonly index: SearchIndex;
  readonly model: PageModel | undefined;
  readonly media: Media;
  readonly convert: Convert;
  readonly onCacheLookup: PageCacheOptions['onLookup'];
}

/** Opens what turns a URL into a document, and keeps what belongs to the document. */
export function openScraping(needs: ScrapingNeeds) {
  const { settings, stores, clock, log, port, process, network, renderer, model, media, convert } = needs;
  const { recorder, proxies, givenPages } = network;
  const files = createRenderedFiles(stores, clock);
  const linkTo = linksTo(files, settings, port);
  const differ = createDiffer();
  const profileTurns = process === undefined ? undefined : createSharedProfileTurns({ stores, process, log });
  const profiles = createProfiles(stores, { turns: profileTurns });
  const dependencies: ScraperDependencies = {
    stores,
    clock,
    log,
    fetch: network.fetchPage,
    recordPage: recorder.forPage,
    offersEnhancedProxy: (host) => proxies.offers('enhanced', host),
    renderer,
    guardFor: needs.guardFor,
    index: needs.index,
    leaveOut: settings.leaveOut,
    cache: createPageCache(stores, clock, { onLookup: needs.onCacheLookup }),
    tracker: createChangeTracker({ stores, clock, compare: differ.compare }),
    profiles,
    convert,
    media,
    model,
    linkTo,
    audit: (event) => log(`audit ${JSON.stringify({ ...event, url: event.url && redactedUrl(event.url) })}`),
  };
  return {
    scraper: createScraper(dependencies),
    seed: createSeeder(
      (fetch) => createScraper({ ...dependencies, fetch, renderer: undefined, model: undefined, leaveOut: [] }),
      async () => [...new Set([...teamsOf(settings), ...(await needs.apiKeys.teams())])],
      (page) => givenPages?.add(page),
    ),
    finishedScrapes: createFinishedScrapes(stores, clock, { process }),
    files,
    linkTo,
    differ,
    profiles,
    profileTurns,
  };
}
