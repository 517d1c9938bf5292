import type { Document } from '@trawl/client';
import { contractDefaults } from '../contract/contract.js';
import type { Convert } from '../convert/convert.js';
import { definitionOf, requestedFormats } from '../formats/format-table.js';
import type { Media } from '../media/media.js';
import { MediaFailure } from '../media/media-failure.js';
import type { MediaFile, MediaKind } from '../media/media-file.js';
import { STATED_MEDIA, statedMedia } from '../media/stated-media.js';
import { proxyWish } from '../options/proxy-wish.js';
import { cacheRules } from './cache-rules.js';
import { refuseLargeDocument } from './document-size.js';
import type { Page } from './page.js';
import { unsupportedMedia } from './refused-options.js';
import type { KeptFile } from './rendered-files.js';
import type { ScrapePlan } from './scrape-plan.js';

export interface MediaTools {
  /** Takes the media of pages, where the service does so. */
  readonly media?: Media | undefined;
  readonly convert: Convert;
}

/** The media that were taken of a page. */
export type PageMedia = Partial<Record<MediaKind, MediaFile>>;

/** Takes the sound and the video of the page, where they are requested; throws the refusal of a page that has none. */
export async function takeMedia(
  plan: ScrapePlan,
  { page }: { readonly page: Page },
  { media, convert }: MediaTools,
): Promise<PageMedia> {
  const { task, request } = plan;
  const { options } = task;
  const taken: PageMedia = {};
  for (const format of requestedFormats(options).map(definitionOf)) {
    if (!format.media || !media) continue;
    if (cacheRules(options).miss) throw unsupportedMedia(format.media, CACHE_ONLY);
    const { skipTlsVerification = contractDefaults('ScrapeOptions').skipTlsVerification === true } = options;
    try {
      taken[format.media.kind] = await media.take({
        kind: format.media.kind,
        owner: request.owner,
        url: page.url,
        statedMedia: () => statedOn(page, plan, format.media?.kind ?? 'video', convert),
        checkUrl: request.checkUrl,
        proxyWish: proxyWish(options),
        skipTlsVerification,
        signal: request.signal,
      });
    } catch (error) {
      throw error instanceof MediaFailure ? unsupportedMedia(format.media, error.message, error.foreign) : error;
    }
  }
  return taken;
}

const CACHE_ONLY = 'Media are taken from the site, and the options of this call allow nothing but the cache.';

async function statedOn(page: Page, { request }: ScrapePlan, kind: MediaKind, convert: Convert): Promise<string[]> {
  const { url, contentType } = page;
  const file = { url, contentType, body: await page.readBody() };
  const { document, evidence } = await convert(file, STATED_MEDIA, { owner: request.owner, signal: request.signal });
  return statedMedia(kind, url, document, evidence?.data ?? '');
}

/** The fields of a document with media; throws where they must stand in it as a whole and are too large for that. */
export async function mediaLinks(
  media: PageMedia,
  others: Partial<Document>,
  link: (file: KeptFile) => Promise<string>,
  isStored: boolean,
): Promise<Partial<Pick<Document, MediaKind>>> {
  const links: Partial<Record<MediaKind, string>> = {};
  for (const [kind, file] of Object.entries(media) as [MediaKind, MediaFile][]) {
    if (!isStored) refuseLargeDocument({ ...others, ...links }, file.body.length);
    links[kind] = await link(file);
  }
  return links;
}
