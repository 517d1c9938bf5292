import { isStillLoading, LAYOUT_SELECTOR, MAX_TEXT_OF_SHELL } from '@trawl/convert/detect';
import { HAS_BANNER } from './consent.js';
import { changeWithin, contentUpTo } from './in-page.js';
import { acrossNavigations, isNavigation, type LoadingPage, PageReplaced } from './navigation.js';
import { MAX_HTML_LENGTH, tooLongHtml } from './page-html.js';
import type { PageScripts } from './page-scripts.js';

/** Characters of a shell without its scripts. A longer page is not parsed, because that would hold up other work. */
const MAX_LENGTH = 64 * 1024;

/** How long a change of the page is waited for: what is in a shadow root changes unseen. */
const CHANGE_MS = 250;

/** A page as it was read at one moment. */
export interface PageContent {
  readonly url: string;
  /** Throws a `RenderFailure` where it is too long. */
  readonly html: () => string;
  /** Whether the scripts of the page have not shown its content yet. */
  readonly isShell: boolean;
  /** Whether a cookie banner may hide a part of it, outside of its frames. */
  readonly hasBanner: boolean;
}

/** Reads the page as it is now. */
export function pageContent(page: LoadingPage, scripts: PageScripts): Promise<PageContent> {
  return acrossNavigations(page, () => readContent(scripts));
}

/**
 * Waits until the page is no shell any more, but not beyond `end`; undefined for a page that then opens another one.
 *
 * @param settle waits until the page has settled; resolves to the value of `CONTENT` then, if the page has.
 */
export async function contentShown(
  scripts: PageScripts,
  settle: () => Promise<ReadContent | undefined>,
  end: number,
): Promise<PageContent | undefined> {
  for (;;) {
    const read = await settle();
    const content = await (read ? contentOf(read) : readContent(scripts)).catch(undefinedIfNavigated);
    if (content?.isShell === false || performance.now() >= end) return content;
    const ms = Math.min(CHANGE_MS, end - performance.now());
    await scripts.evaluate(changeWithin(ms)).catch(undefinedIfNavigated);
  }
}

/** What a page says of itself in the moment in which it is read. */
export interface ReadContent {
  readonly url: string;
  readonly html: string | null | undefined;
  readonly mayBeShell: boolean;
  readonly hasBanner: boolean;
}

/** Reads the page in it. */
export const CONTENT = contentUpTo(MAX_HTML_LENGTH, MAX_TEXT_OF_SHELL, LAYOUT_SELECTOR, HAS_BANNER);

async function readContent(scripts: PageScripts): Promise<PageContent> {
  return contentOf(await scripts.evaluate<ReadContent>(CONTENT));
}

async function contentOf({ url, html, mayBeShell, hasBanner }: ReadContent): Promise<PageContent> {
  if (html === undefined) throw new PageReplaced('The page has no content yet.');
  return {
    url,
    html() {
      if (html === null) throw tooLongHtml();
      return html;
    },
    isShell: mayBeShell && html !== null && isShell(html),
    hasBanner,
  };
}

function isShell(html: string): boolean {
  const text = withoutCode(html);
  return text.length <= MAX_LENGTH && isStillLoading(text);
}

function undefinedIfNavigated(error: unknown): undefined {
  if (!isNavigation(error)) throw error;
}

function withoutCode(html: string): string {
  return html.replace(/(<(script|style)\b[^>]*>).*?(?=<\/\2)/gis, '$1');
}
