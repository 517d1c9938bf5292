import type { ScrapeOptions } from '@trawl/client';
import type { ActionOutput } from './actions.js';
import type { RenderedFile } from './capture.js';
import { RenderFailure } from './render-failure.js';
import type { PageContent } from './shell.js';

export interface RenderedPage {
  /** After redirects, and after what scripts and actions have opened. */
  readonly url: string;
  readonly status: number;
  readonly contentType: string | undefined;
  /** It is undefined for other types than HTML, which the browser shows in a viewer page. */
  readonly html: string | undefined;
  readonly screenshot: RenderedFile | undefined;
  readonly actions: ActionOutput | undefined;
  /** Whether its scripts had not shown its content. */
  readonly isLoading?: boolean | undefined;
  readonly warnings: readonly string[];
}

/** A page as it was read, before anything else is known of it. */
export function pageOf(
  content: PageContent,
  { status, contentType }: Pick<RenderedPage, 'status' | 'contentType'>,
): RenderedPage {
  const html = isHtml(contentType) ? content.html() : undefined;
  const isLoading = html !== undefined && content.isShell;
  return {
    url: content.url,
    status,
    contentType,
    html,
    screenshot: undefined,
    actions: undefined,
    isLoading,
    warnings: isLoading ? [STILL_LOADING] : [],
  };
}

/** A file that the browser does not show. It is fetched. */
export function fileOf(url: string, { actions = [] }: ScrapeOptions): RenderedPage {
  if (actions.length > 0) throw new RenderFailure('action', 'There is no page to do `actions` on: the URL is a file.');
  const nothing = { html: undefined, screenshot: undefined, actions: undefined };
  return { url, status: 200, contentType: undefined, ...nothing, warnings: [] };
}

const STILL_LOADING =
  'The scripts of this page had not shown its content when it was read. Wait longer with `waitFor`, or for an element with a `wait` action.';

function isHtml(contentType: string | undefined): boolean {
  return contentType === undefined || /^\s*(?:text\/html|application\/xhtml\+xml)\b/i.test(contentType);
}
