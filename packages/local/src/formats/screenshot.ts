import type { ScreenshotFormat } from '@trawl/client';
import type { FormatDefinition } from './format-definition.js';

/** The browser takes it when it renders the page. */
export const screenshot: FormatDefinition<ScreenshotFormat> = {
  field: 'screenshot',
  needsBrowser: true,
  missing: (_options, { hasScreenshot }) => (hasScreenshot ? undefined : { feature: 'screenshot' }),
};
