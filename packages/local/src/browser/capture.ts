import type { ScreenshotAction } from '@trawl/client';
import type { Page } from 'playwright-core';
import { PAGE_SIZE } from './in-page.js';
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

/** Takes a picture of the window, or of the whole page up to a bound. */
export async function screenshot(page: Page, options: ScreenshotOptions): Promise<Screenshot> {
  const { fullPage = false, quality, viewport } = options;
  const before = page.viewportSize();
  if (viewport) await page.setViewportSize(viewport);
  try {
    const window = page.viewportSize() ?? { width: 1280, height: 720 };
    const whole = await acrossNavigations(page, () => page.evaluate<{ height: number; ratio: number }>(PAGE_SIZE));
    const pageHeight = fullPage ? whole.height : window.height;
    const maxHeight = Math.floor(Math.min(MAX_SIDE, MAX_PIXELS / window.width / whole.ratio) / whole.ratio);
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
