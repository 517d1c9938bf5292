import { parseUrl } from '@trawl/base/can-parse-url';
import type { Document } from '@trawl/client';
import { isObject } from '../base/is-object.js';
import type { ConversionOptions } from '../options/scrape-options.js';
import type { MediaKind } from './media-file.js';

/** What is asked of the converter to learn which media a page states. */
export const STATED_MEDIA: ConversionOptions = {
  formats: [
    {
      type: 'attributes',
      selectors: [
        { selector: openGraph('og:video'), attribute: 'content' },
        { selector: openGraph('og:audio'), attribute: 'content' },
        { selector: 'video, video source', attribute: 'src' },
        { selector: 'audio, audio source', attribute: 'src' },
        { selector: 'link[rel="preload" i][as="video" i], a[href*=".m3u8" i]', attribute: 'href' },
      ],
    },
  ],
  evidence: { schemas: [] },
};

/** The places in the list of selectors, in the order in which they are tried. */
const ORDER: Readonly<Record<MediaKind, readonly number[]>> = { video: [0, 2, 4], audio: [1, 3, 0, 2, 4] };

/** How many addresses are tried. */
const MAX_STATED = 5;

/** The addresses of the media that a page states, those first that it states best. */
export function statedMedia(
  kind: MediaKind,
  pageUrl: string,
  { attributes }: Pick<Document, 'attributes'>,
  structuredData: string,
): string[] {
  const inElements = ORDER[kind].flatMap((place) => attributes?.[place]?.values ?? []);
  const found = [...contentUrls(structuredData), ...inElements].flatMap((text) => absolute(text, pageUrl) ?? []);
  return [...new Set(found)].slice(0, MAX_STATED);
}

function absolute(text: string, base: string): string | undefined {
  const url = parseUrl(text, base);
  return url?.protocol === 'http:' || url?.protocol === 'https:' ? url.href : undefined;
}

/** The addresses of videos and sounds in the structured data, which is one item a line. */
function contentUrls(structuredData: string): string[] {
  return structuredData.split('\n').flatMap((line) => (line === '' ? [] : urlsIn(JSON.parse(line))));
}

const MEDIA_TYPES: ReadonlySet<unknown> = new Set(['VideoObject', 'AudioObject', 'MediaObject']);

function urlsIn(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(urlsIn);
  if (!isObject(value)) return [];
  const { '@type': types, contentUrl, ...others } = value;
  const isMedia = [types].flat().some((type) => MEDIA_TYPES.has(type));
  const own = isMedia ? [contentUrl].flat().filter((url) => typeof url === 'string') : [];
  return [...own, ...Object.values(others).flatMap(urlsIn)];
}

/** The tags of a property and of the two longer names of its address. */
function openGraph(property: string): string {
  return [property, `${property}:url`, `${property}:secure_url`].map((name) => `meta[property="${name}"]`).join(', ');
}
