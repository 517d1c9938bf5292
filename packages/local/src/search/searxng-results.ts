import { canParseUrl } from '@trawl/base/can-parse-url';
import type { ImageResult, NewsResult, WebResult } from '@trawl/client';
import { type ImageCondition, parseQuery } from './query.js';
import type { SearxngResult } from './searxng-call.js';

/** The date of a result without one. */
export const UNKNOWN = -Infinity;

/** The date in milliseconds since 1970. Without a time zone it is read as UTC. */
export function dateOf({ publishedDate }: SearxngResult): number {
  const zone = /[Zz]$|[+-]\d\d:?\d\d$/.test(publishedDate ?? '') ? '' : 'Z';
  const date = publishedDate ? Date.parse(publishedDate + zone) : Number.NaN;
  return Number.isNaN(date) ? UNKNOWN : date;
}

const textOf = ({ content }: SearxngResult) => (content ?? '').replace(/\s+/g, ' ').trim();

export function webResult(result: SearxngResult): WebResult {
  return { url: result.url, title: result.title, description: textOf(result) };
}

export function newsResult(result: SearxngResult, position: number): NewsResult {
  const date = dateOf(result);
  const imageUrl = result.img_src || result.thumbnail;
  return {
    url: result.url,
    title: result.title,
    snippet: textOf(result),
    position,
    ...(date !== UNKNOWN && { date: new Date(date).toISOString() }),
    ...(imageUrl && { imageUrl }),
  };
}

/** The images that match the sizes of the query. An image of unknown size has none of them. */
export function imageResults(results: readonly SearxngResult[], query: string, address: string): ImageResult[] {
  const sizes = parseQuery(query).conditions.filter((condition): condition is ImageCondition => 'width' in condition);
  const images = results.flatMap(({ url, title, img_src, resolution }): ImageResult[] => {
    const [, width, height] = /(\d+)\s*[x×]\s*(\d+)/i.exec(resolution ?? '') ?? [];
    const size = width && height ? { imageWidth: Number(width), imageHeight: Number(height) } : undefined;
    if (!img_src || !canParseUrl(img_src, address) || !sizes.every((condition) => hasSize(size, condition))) return [];
    return [{ title, imageUrl: new URL(img_src, address).href, ...size, url }];
  });
  return images.map((image, index) => ({ ...image, position: index + 1 }));
}

function hasSize(size: { imageWidth: number; imageHeight: number } | undefined, condition: ImageCondition): boolean {
  const { operator, width, height, negated } = condition;
  const { imageWidth = 0, imageHeight = 0 } = size ?? {};
  const holds =
    operator === 'larger' ? imageWidth > width && imageHeight > height : imageWidth === width && imageHeight === height;
  return holds !== negated;
}
