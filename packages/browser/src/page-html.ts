import type { Page } from 'playwright-core';
import { htmlUpTo } from './in-page.js';
import { acrossNavigations, PageReplaced } from './navigation.js';
import type { PageScripts } from './page-scripts.js';
import { RenderFailure } from './render-failure.js';

/** The maximum number of characters in the HTML of one page. */
export const MAX_HTML_LENGTH = 32 * 1024 * 1024;

/** The HTML of the page as it is now. */
export async function pageHtml(page: Page, scripts: PageScripts = page): Promise<string> {
  const html = await acrossNavigations(page, async () => {
    const text = await scripts.evaluate<string | null | undefined>(htmlUpTo(MAX_HTML_LENGTH));
    if (text === undefined) throw new PageReplaced('The page has no content yet.');
    return text;
  });
  if (html === null) throw tooLongHtml();
  return html;
}

export function tooLongHtml(): RenderFailure {
  return new RenderFailure('failed', 'The page has more than 32 MiB of HTML after its scripts have run.');
}
