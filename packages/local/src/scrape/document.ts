import { STATUS_CODES } from 'node:http';
import type { RenderedFile } from '@trawl/browser/capture';
import type { RenderedPage } from '@trawl/browser/renderer';
import type { Document, Metadata } from '@trawl/client';
import type { KeptFile } from './rendered-files.js';

/** Facts about a page that are not in its content. */
export interface DocumentFacts {
  readonly scrapeId: string;
  readonly sourceURL: string;
  /** The URL of the page after redirects. */
  readonly url: string;
  readonly statusCode: number;
  readonly contentType: string | undefined;
  readonly creditsUsed: number;
  /** The kind of proxy that the request left through. By default, `basic`, which also stands for none. */
  readonly proxyUsed?: 'basic' | 'enhanced';
  /** Whether the page came from the cache; absent where no cache is used. */
  readonly cacheState?: 'hit' | 'miss';
  /** When the cached copy was fetched. */
  readonly cachedAt?: string;
}

/** Builds the document of a response. */
export function documentOf(
  content: Partial<Omit<Document, 'metadata'>>,
  metadata: Metadata,
  facts: DocumentFacts,
  warnings: readonly string[],
): Document {
  const { contentType, creditsUsed, cacheState, cachedAt, proxyUsed = 'basic', ...page } = facts;
  return {
    ...content,
    metadata: {
      ...metadata,
      ...page,
      ...(page.statusCode >= 400 && { error: STATUS_CODES[page.statusCode] ?? 'Unknown Error' }),
      ...(contentType !== undefined && { contentType }),
      proxyUsed,
      ...(cacheState && { cacheState }),
      ...(cachedAt && { cachedAt }),
      creditsUsed,
      concurrencyLimited: false,
    },
    ...(warnings.length > 0 && { warning: warnings.join(' ') }),
  };
}

/** The parts of a document that only a browser makes; `link` resolves to the URL of a file. */
export async function renderedContent(
  { screenshot, actions }: RenderedPage,
  link: (file: RenderedFile) => Promise<string>,
): Promise<Partial<Pick<Document, 'screenshot' | 'actions'>>> {
  return {
    ...(screenshot && { screenshot: await link(screenshot) }),
    ...(actions && {
      actions: {
        screenshots: await Promise.all(actions.screenshots.map(link)),
        scrapes: actions.scrapes,
        javascriptReturns: actions.javascriptReturns,
        pdfs: await Promise.all(actions.pdfs.map(link)),
      },
    }),
  };
}

/** The file itself instead of a link, for callers whose data is not stored. */
export function dataUrl({ type, body }: KeptFile): string {
  return `data:${type};base64,${Buffer.from(body).toString('base64')}`;
}
