import type { Document } from '@trawl/client';
import type { RenderedFile } from '../browser/capture.js';
import type { RenderedPage } from '../browser/renderer.js';

/** The parts of a document that only a browser makes; `link` returns the URL of a file. */
export function renderedContent(
  { screenshot, actions }: RenderedPage,
  link: (file: RenderedFile) => string,
): Partial<Pick<Document, 'screenshot' | 'actions'>> {
  return {
    ...(screenshot && { screenshot: link(screenshot) }),
    ...(actions && {
      actions: {
        screenshots: actions.screenshots.map(link),
        scrapes: actions.scrapes,
        javascriptReturns: actions.javascriptReturns,
        pdfs: actions.pdfs.map(link),
      },
    }),
  };
}

/** The file itself in place of a link, for callers of whom nothing is stored. */
export function dataUrl({ type, body }: RenderedFile): string {
  return `data:${type};base64,${Buffer.from(body).toString('base64')}`;
}
