import { canParseUrl } from '../can-parse-url.js';
import { attribute, type ChildNode, type Document, type Element, findElement, isTag } from './html.js';

/** Resolves a URL reference; returns undefined for references that lead to no page, such as `javascript:`. */
export function resolveUrl(reference: string | undefined, baseUrl: string): string | undefined {
  if (reference === undefined) return undefined;
  const trimmed = reference.trim();
  if (trimmed === '' || /^(?:javascript|vbscript|about|blob):/i.test(trimmed)) return undefined;
  if (/^data:/i.test(trimmed)) return trimmed;
  return canParseUrl(trimmed, baseUrl) ? new URL(trimmed, baseUrl).href : undefined;
}

/** The base URL of the relative links of a page. */
export function baseUrlOf(document: Document, url: string): string {
  const base = findElement(document, (element) => element.name === 'base' && element.attribs.href !== undefined);
  return resolveUrl(base?.attribs.href, url) ?? url;
}

/** Attributes in which scripts that load images late keep their URL. The `src` is then empty, or a small stand-in. */
const LATE_SOURCES = ['data-src', 'data-original', 'data-lazy-src', 'data-lazy', 'data-image-src'];

/** The URL of an `<img>`, including one that a script would load late. */
export function imageUrl(element: Element, baseUrl: string): string | undefined {
  const late = LATE_SOURCES.flatMap((name) => attribute(element, name) ?? []).find((url) => !url.startsWith('data:'));
  const source = attribute(element, 'src');
  const placeholder = source === undefined || source.startsWith('data:');
  return resolveUrl(late ?? (placeholder ? largestOfSets(element) : undefined) ?? source, baseUrl);
}

/** The largest image that an `<img>`, or the `<picture>` around it, offers. */
function largestOfSets(image: Element): string | undefined {
  for (let element: ChildNode | null = image; element !== null; element = element.prev) {
    if (!isTag(element)) continue;
    if (element !== image && element.name !== 'source') break;
    const set =
      attribute(element, 'srcset') ?? attribute(element, 'data-srcset') ?? attribute(element, 'data-lazy-srcset');
    const candidates = set?.split(/\s*,\s+/).map((candidate) => candidate.trim().split(/\s+/)) ?? [];
    const size = ([, width = '1x']: string[]): number => Number.parseFloat(width) || 0;
    const [url] = candidates.reduce((one, other) => (size(other) > size(one) ? other : one), ['', '0x']);
    if (url !== undefined && url !== '' && !url.startsWith('data:')) return url;
  }
  return undefined;
}

/** The URL of the document that an element shows, unless it is too small to be seen. */
export function embedUrl(element: Element, baseUrl: string): string | undefined {
  if (isUnseen(element)) return undefined;
  const inner = findElement(element, ({ name, attribs }) => name === 'source' && attribs.src !== undefined);
  const late = attribute(element, 'data-src');
  const source = attribute(element, 'src') ?? attribute(element, 'data') ?? inner?.attribs.src;
  const url = resolveUrl(late ?? source, baseUrl);
  return url !== undefined && /^https?:/.test(url) ? url : undefined;
}

/** Whether an image or a frame only tells somebody that the page was read. */
export function isUnseen({ attribs }: Element): boolean {
  return [attribs.width, attribs.height].some((size) => size !== undefined && /^\s*[01](?:px)?\s*$/.test(size));
}

/** Whether two hosts are the same, or one is below the other. */
export function isSameSite(one: string, other: string): boolean {
  const [a, b] = [one.replace(/^www\./, ''), other.replace(/^www\./, '')];
  return a === b || a.endsWith(`.${b}`) || b.endsWith(`.${a}`);
}
