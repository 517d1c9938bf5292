import type { Clock } from '@trawl/base/clock';
import { createDevToolsPorts } from '@trawl/browser/devtools-ports';
import type { BrowserLookup } from '@trawl/browser/find-browser';
import { ownProxies } from '@trawl/browser/proxy';
import { Fetcher } from '@trawl/web/fetch';
import type { Fetch } from '@trawl/web/fetch-types';
import { GivenPages, withGivenPages } from '@trawl/web/given-pages';
import { createOutgoingProxies } from '@trawl/web/outgoing-proxies';
import { atOwnAddress, type OwnPages, withOwnPages } from '@trawl/web/own-pages';
import { type ObserveFetch, type Politeness, politeFetch } from '@trawl/web/polite-fetch';
import { createPortPolicy, type OwnProgram, selfAsProgram } from '@trawl/web/port-policy';
import { createRecorder, type FetchMode } from '@trawl/web/recorder';
import { recordingsInFolder } from '@trawl/web/recordings';
import type { RequestSpacing } from '@trawl/web/request-spacing';
import { createRiskService, type RiskService, readRiskServiceAddress } from '@trawl/web/risk-service';
import type { SeedPage } from '@trawl/web/seed-page';
import { createSiteDenial, withSiteLists } from '@trawl/web/site-lists';
import { recordingOwner } from '../accounts/teams.js';
import type { Settings } from '../settings/settings.js';
import { recordingsInDatabase } from '../store/recordings-in-database.js';
import type { Stores } from '../store/stores.js';
import { namedPrograms } from './named-programs.js';
import { userAgentOf } from './user-agent.js';

export interface NetworkNeeds {
  readonly settings: Settings;
  readonly stores: Stores;
  readonly clock: Clock;
  readonly log: (line: string) => void;
  /** Spaces the requests to sites: of this process, or of all nodes. */
  readonly spacing: RequestSpacing;
  /** The port of this server; undefined before it listens, unless the port is set. */
  readonly port: () => number | undefined;
  readonly browser: BrowserLookup;
  /** The other nodes of the service, to which no node connects for a caller. */
  readonly nodes: OwnProgram | undefined;
  /** The pages that this server serves to everybody. */
  readonly ownPages: OwnPages;
  /** The pages that stand for the network, if there are any. */
  readonly pages: readonly SeedPage[] | undefined;
  /** Whether nothing is fetched. */
  readonly isAtRest: boolean;
  readonly observe: ObserveFetch;
}

export type Network = ReturnType<typeof openNetwork>;

/** Opens what fetches from the network and decides which addresses may be reached. */
export function openNetwork(needs: NetworkNeeds) {
  const { settings, stores, clock, log, port, browser, ownPages } = needs;
  const { allowPrivateNetworks, proxies: urls, proxyRotation, recordings: folder } = settings;
  const self = { port, names: [settings.host, ...settings.allowedHosts] };
  const devTools = createDevToolsPorts(browser.place);
  const ownPrograms = [selfAsProgram(self), ownProxies, devTools, needs.nodes, ...namedPrograms(settings)].filter(
    (program) => program !== undefined,
  );
  const proxies = createOutgoingProxies({ proxies: urls, proxyRotation });
  const fetcher = new Fetcher({ allowPrivateNetworks, ownPrograms, proxies, userAgent: userAgentOf(settings) });
  const politeness = politenessOf(settings, clock, needs.spacing);
  const polite = (fetch: Fetch) => politeFetch(fetch, politeness, needs.observe);
  const recordings = folder === undefined ? recordingsInDatabase(stores) : recordingsInFolder(folder);
  const mode = fetchModeOf(settings, needs.isAtRest);
  const networkRecorder = createRecorder(polite(fetcher.fetch), recordings, mode, recordingOwner);
  const givenPages = needs.pages && new GivenPages(needs.pages);
  const recorder = givenPages ? withGivenPages(networkRecorder, givenPages, polite(givenPages.fetch)) : networkRecorder;
  return {
    fetcher,
    givenPages,
    politeness,
    proxies,
    devTools,
    policyAt: withSiteLists(createPortPolicy({ allowPrivateNetworks, ownPrograms }), politeness.denialFor),
    ownUrls: atOwnAddress(self, ownPages),
    recorder,
    /** Fetches pages, also those of this server that everybody may read. */
    fetchPage: withOwnPages(recorder.fetch, self, ownPages),
    riskService: openRiskService(settings, { fetch: recorder.fetch, clock, log }),
  };
}

/** How the service treats the sites that it reads. */
function politenessOf(
  { hostRate, fetchRetries, allowedSites, deniedSites }: Settings,
  clock: Clock,
  spacing: RequestSpacing,
): Politeness {
  return {
    clock,
    spacing,
    gapMs: hostRate === undefined ? 0 : 1000 / hostRate,
    retries: fetchRetries,
    denialFor: createSiteDenial({ allowedSites, deniedSites }),
  };
}

function fetchModeOf({ offline, recordings }: Settings, isAtRest: boolean): FetchMode {
  if (offline || isAtRest) return 'offline';
  return recordings === undefined ? 'live' : 'replay';
}

/** The service that tells the risk of URLs, if the operator has named one. */
function openRiskService(
  { riskServiceUrl, riskServiceKey: key }: Settings,
  asking: { readonly fetch: Fetch; readonly clock: Clock; readonly log: (line: string) => void },
): RiskService | undefined {
  const address = riskServiceUrl === undefined ? undefined : readRiskServiceAddress(riskServiceUrl);
  return address && createRiskService({ address, key, ...asking });
}
