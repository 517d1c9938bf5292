import type { Clock } from '@trawl/base/clock';
import type { BrowserLookup } from '@trawl/browser/find-browser';
import { createLazyBrowser } from '@trawl/browser/lazy-browser';
import { MemoryTotal } from '@trawl/browser/memory-limits';
import { type ObserveRender, politeRenderer } from '@trawl/browser/polite-renderer';
import { createRenderer, pagesAtOnce, type Renderer } from '@trawl/browser/renderer';
import { createTeamBrowsers } from '@trawl/browser/team-browsers';
import { isOpen } from '../accounts/teams.js';
import type { Settings } from '../settings/settings.js';
import type { Network } from './open-network.js';
import { userAgentOf } from './user-agent.js';

export interface RendererNeeds {
  readonly settings: Settings;
  readonly clock: Clock;
  readonly browser: BrowserLookup;
  readonly network: Network;
  readonly observe: ObserveRender;
}

/** Opens what shows pages in a browser; returns undefined on a server without one. */
export function openRenderer({ settings, clock, browser, network, observe }: RendererNeeds): Renderer | undefined {
  const { place } = browser;
  if (!place) return undefined;
  const { policyAt, ownUrls, devTools, proxies, politeness } = network;
  const memory = { page: settings.pageMemory, browser: settings.browserMemory };
  const memoryTotal = new MemoryTotal();
  const createBrowser = () =>
    createLazyBrowser({ place, clock, policyAt, ownUrls, devTools, proxies, memory, memoryTotal });
  // Where all callers are one team, or somebody else has started the browser, there is only one.
  const isShared = isOpen(settings) || 'address' in place;
  const renderer = createRenderer({
    browser: createBrowser(),
    teamBrowsers: isShared ? undefined : createTeamBrowsers(createBrowser, settings.teamBrowsers),
    clock,
    userAgent: userAgentOf(settings),
    ...pagesAtOnce(settings.browserMemory),
    loadsPictures: settings.loadPictures,
  });
  return politeRenderer(renderer, politeness, observe);
}
