import type { Page } from 'playwright-core';
import { isStillLoading, LAYOUT_SELECTOR, MAX_TEXT_OF_SHELL } from '../html/client-rendered.js';
import { parseHtml } from '../html/html.js';
import { showShadowRoots } from '../html/shadow-roots.js';
import { changeWithin, mayBeShell } from './in-page.js';
import { isNavigation } from './navigation.js';
import { pageHtml } from './page-html.js';
import type { PageScripts } from './page-scripts.js';

/** Characters of a shell without its scripts. A longer page is not parsed, because that would hold up other work. */
const MAX_LENGTH = 64 * 1024;

/** How long a change of the page is waited for: what is in a shadow root changes unseen. */
const CHANGE_MS = 250;

/** Whether the scripts of the page have not shown its content yet. */
export async function isShell(page: Page, scripts: PageScripts): Promise<boolean> {
  try {
    if (!(await scripts.evaluate<boolean>(mayBeShell(MAX_TEXT_OF_SHELL, LAYOUT_SELECTOR)))) return false;
    const html = withoutCode(await pageHtml(page, scripts));
    if (html.length > MAX_LENGTH) return false;
    const document = parseHtml(html);
    showShadowRoots(document);
    return isStillLoading(document);
  } catch (error) {
    if (!isNavigation(error)) throw error;
    return true;
  }
}

/** Waits until the page is no shell any more, but not beyond `end`. */
export async function contentShown(
  page: Page,
  scripts: PageScripts,
  settle: () => Promise<void>,
  end: number,
): Promise<void> {
  while (performance.now() < end && (await isShell(page, scripts))) {
    const ms = Math.min(CHANGE_MS, end - performance.now());
    await scripts.evaluate(changeWithin(ms)).catch(ignoreNavigation);
    await settle();
  }
}

function ignoreNavigation(error: unknown): void {
  if (!isNavigation(error)) throw error;
}

function withoutCode(html: string): string {
  return html.replace(/(<(script|style)\b[^>]*>).*?(?=<\/\2)/gis, '$1');
}
