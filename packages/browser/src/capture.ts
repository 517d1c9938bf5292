import { isOverIn } from '@trawl/base/is-over-in';
import type { ScrapeOptions, ScreenshotAction } from '@trawl/client';
import type { Page } from 'playwright-core';
import { PAGE_SIZE, showAllOf } from './in-page.js';
import { acrossNavigations } from './navigation.js';
import { MAX_PIXELS, MAX_SIDE } from './picture-size.js';

/** A picture or a PDF that was made of a page. */
export interface RenderedFile {
  readonly type: 'image/png' | 'image/jpeg' | 'application/pdf';
  readonly body: Uint8Array;
}

export type ScreenshotOptions = Omit<ScreenshotAction, 'type'>;

export interface Screenshot extends RenderedFile {
  /** Whether the page is longer than what is shown. */
  readonly isCut: boolean;
}

/** The options of the picture that a request asks for; undefined where it asks for none. */
export function requestedScreenshot({ formats = [] }: Pick<ScrapeOptions, 'formats'>): ScreenshotOptions | undefined {
  for (const format of formats) {
    if (format === 'screenshot') return {};
    if (typeof format === 'object' && format.type === 'screenshot') return format;
  }
  return undefined;
}

/** How long a page may take to show what loads only in sight. */
const MAX_SHOWING_MS = 5_000;

/** Takes a picture of the window, or of the whole page up to a bound, with what it loads only in sight. */
export async function screenshot(page: Page, options: ScreenshotOptions): Promise<Screenshot> {
  const { fullPage = false, quality, viewport } = options;
  const before = page.viewportSize();
  if (viewport) await page.setViewportSize(viewport);
  try {
    const window = page.viewportSize() ?? { width: 1280, height: 720 };
    const { ratio } = await sizeOf(page);
    const maxHeight = Math.floor(Math.min(MAX_SIDE, MAX_PIXELS / window.width / ratio) / ratio);
    if (fullPage) await isOverIn(MAX_SHOWING_MS, page.evaluate(showAllOf(maxHeight)));
    const pageHeight = fullPage ? (await sizeOf(page)).height : window.height;
    const height = Math.min(pageHeight, maxHeight);
    const isCut = fullPage && height < pageHeight;
    const clip = isCut ? { clip: { x: 0, y: 0, width: window.width, height } } : {};
    const kind = quality === undefined ? ({ type: 'png' } as const) : ({ type: 'jpeg', quality } as const);
    // Playwright needs no timeout here, because the deadline of the scrape ends the call.
    const body = await page.screenshot({ ...kind, ...clip, fullPage, animations: 'disabled', timeout: 0 });
    return { type: kind.type === 'png' ? 'image/png' : 'image/jpeg', body, isCut };
  } finally {
    if (viewport && before) await page.setViewportSize(before);
  }
}

function sizeOf(page: Page): Promise<{ readonly height: number; readonly ratio: number }> {
  return acrossNavigations(page, () => page.evaluate(PAGE_SIZE));
}
