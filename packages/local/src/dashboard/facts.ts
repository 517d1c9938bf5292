import type { BrowserLookup } from '@trawl/browser/find-browser';
import { isOpen } from '../accounts/teams.js';
import { MODEL_USES } from '../model/model-uses.js';
import type { Settings } from '../settings/settings.js';
import type { DashboardFacts } from './page.js';

/** The facts that the page at `/` shows for these settings. */
export function factsOf(settings: Settings, browser: BrowserLookup, version: string): DashboardFacts {
  const { apiKeys, adminKey, searchUrl, offline, allowPrivateNetworks, allowCode, modelName } = settings;
  return {
    version,
    storage: storageOf(settings),
    hasNodes: settings.database !== undefined,
    needsKey: !isOpen({ apiKeys, adminKey }),
    access: adminKey !== undefined ? 'key' : apiKeys.length === 0 ? 'open' : 'closed',
    can: [
      offline
        ? 'Scrape pages that it has seen: it was started to leave the network alone'
        : `Scrape pages of the public web${allowPrivateNetworks ? ', of private networks and of this machine' : ''}: Markdown, HTML, links, images, metadata, structured data, highlights, summaries, changes`,
      ...(browser.place
        ? [
            `Render pages that their scripts make, take screenshots and do actions, in a browser: ${browser.about}`,
            `Keep browsers open for programs and people${allowCode ? ', and run code on their pages' : ''}`,
          ]
        : []),
      ...(modelName === undefined ? [] : [`Ask a language model, ${modelName}, for ${MODEL_USES.join(', ')}`]),
      searchUrl === undefined ? 'Search the pages that it has seen' : 'Search the web, through SearXNG',
      'Crawl and map sites, scrape batches, by robots.txt and sitemaps',
      'Parse PDF, Word, OpenDocument, Excel, CSV, HTML, Markdown and text',
      'Watch pages, sites and searches by schedule, and send signed webhooks',
      'Count credits, answer questions of support from the reference, inject faults, move its clock',
    ],
    cannot: [
      ...(browser.place ? [] : [`What needs a browser: screenshots, actions, sessions. Here is ${browser.about}`]),
      ...(modelName === undefined ? [`What needs a language model: ${MODEL_USES.join(', ')}`] : []),
    ],
  };
}

/** What keeps the data. Where it is, only the operator has to know: anybody may open the page. */
function storageOf({ storage, database }: Settings): string {
  if (database !== undefined) return 'a database of PostgreSQL';
  return storage === undefined ? 'nothing: it is gone when the server ends' : 'a file';
}
