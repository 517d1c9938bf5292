import type { ScrapeOptions } from '@trawl/client';
import { FetchFailure } from '@trawl/web/fetch-types';
import type { DevToolsPage } from './devtools-page.js';
import { finalContent, readShownContent } from './page-reading.js';
import { pageScripts } from './page-scripts.js';
import { RenderFailure } from './render-failure.js';
import { fileOf, pageOf, type RenderedPage } from './rendered-page.js';

/** What is asked of a page that is only read. */
export interface PlainRequest {
  readonly url: string;
  readonly options: ScrapeOptions;
  readonly signal: AbortSignal;
  /** When the time of the request is over. */
  readonly deadline: number;
  /** Is called when the page has come, and its scripts have the browser to themselves. */
  readonly onOpened: () => void;
}

/** Opens the URL in the empty page, and reads it when its scripts have run. */
export async function readPlainPage(page: DevToolsPage, request: PlainRequest): Promise<RenderedPage> {
  const { url, options, signal, deadline, onOpened } = request;
  const failure = () => page.access.failureFor(page.lastVisit);
  const opening = await page.navigate(url);
  if (opening.kind === 'failure') throw failure() ?? failureOf(opening.code, page.lastVisit);
  onOpened();
  if (opening.kind === 'download') return fileOf(page.lastVisit, options);
  const reading = { page, scripts: pageScripts(page.session), loads: page.loads, options, deadline, signal };
  const shown = await readShownContent(reading);
  const content = await finalContent(reading, shown, failure);
  const { status, contentType } = opening.response ?? { status: 200, contentType: undefined };
  return pageOf(content, { status, contentType });
}

function failureOf(code: string, url: string): Error {
  if (code === 'ERR_TOO_MANY_REDIRECTS') return new FetchFailure('redirects', `The page redirects too often (${url}).`);
  return new RenderFailure('failed', `The browser cannot open the page: net::${code} at ${url}`);
}
