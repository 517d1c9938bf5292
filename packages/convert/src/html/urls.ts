import { findOne } from 'domutils';
import { absoluteUrl } from '../absolute-url.js';
import { attribute, type ChildNode, type Document, type Element, hasInSource, isTag } from './html.js';

/** Resolves a URL reference; returns undefined for references that lead to no page, such as `javascript:`. */
export function resolveUrl(reference: string | undefined, baseUrl: string): string | undefined {
  if (reference === undefined) return undefined;
  const address = reference.trim();
  if (address === '' || /^(?:javascript|vbscript|about|blob):/i.test(address)) return undefined;
  if (/^data:/i.test(address)) return address;
  // Without a base, relative addresses stay as they are written.
  return absoluteUrl(address, baseUrl || undefined) ?? (baseUrl === '' ? address : undefined);
}

/** The base URL of the relative links of a page. */
export function baseUrlOf(document: Document, url: string): string {
  if (!hasInSource(document, 'base')) return url;
  const base = findOne((element) => element.name === 'base' && element.attribs.href !== undefined, document.children);
  return resolveUrl(base?.attribs.href, url) ?? url;
}

/** Attributes in which scripts that load images late keep their URL. The `src` is then empty, or a small stand-in. */
const LATE_SOURCES = ['data-src', 'data-original', 'data-lazy-src', 'data-lazy', 'data-image-src'];

/** Whether the name of an attribute is one in which another script keeps such a URL. */
const OTHER_LATE_SOURCE = /^data-(?:[\w-]+-)?(?:src|source|original|url)$/;

/** The URL of an `<img>`: the largest that it offers, including one that a script would load late. */
export function imageUrl(element: Element, baseUrl: string): string | undefined {
  const late = LATE_SOURCES.flatMap((name) => attribute(element, name) ?? []).find((url) => !url.startsWith('data:'));
  const source = attribute(element, 'src');
  const placeholder = source === undefined || source.startsWith('data:');
  const largest = largestOf(element) ?? (placeholder && late === undefined ? largestOfPicture(element) : undefined);
  const other = placeholder ? Object.keys(element.attribs).find((name) => OTHER_LATE_SOURCE.test(name)) : undefined;
  return resolveUrl(largest ?? late ?? (other && attribute(element, other)) ?? source, baseUrl);
}

/** The largest image of the `<picture>` around an `<img>`. Its sources may be other cuts of the image: they are a stand-in. */
function largestOfPicture(image: Element): string | undefined {
  for (let element: ChildNode | null = image.prev; element !== null; element = element.prev) {
    if (!isTag(element)) continue;
    if (element.name !== 'source') break;
    const url = largestOf(element);
    if (url !== undefined) return url;
  }
  return undefined;
}

/** Between the images of a `srcset`: a URL may have commas, which no space follows. */
const BETWEEN_CANDIDATES = /\s*,\s+|(?<=\s[\d.]{1,8}[wx])\s*,/;

/** Attributes in which scripts keep a `srcset`. */
const LATE_SET = /^data-(?:[\w-]+-)?srcset$/;

/** The largest image of the `srcset` of an element. */
function largestOf(element: Element): string | undefined {
  const name = 'srcset' in element.attribs ? 'srcset' : Object.keys(element.attribs).find((one) => LATE_SET.test(one));
  const set = name === undefined ? undefined : attribute(element, name);
  const candidates = set?.split(BETWEEN_CANDIDATES).map(imageCandidate) ?? [];
  const usableCandidates = candidates.filter(({ url }) => url !== '' && !url.startsWith('data:'));
  const [first, ...others] = usableCandidates;
  return first && others.reduce((one, other) => (other.size > one.size ? other : one), first).url;
}

interface ImageCandidate {
  readonly url: string;
  /** Its width or its density; all candidates of one set have the same of both. */
  readonly size: number;
}

function imageCandidate(text: string): ImageCandidate {
  const [url = '', width = '1x'] = text.trim().split(/\s+/);
  return { url, size: Number.parseFloat(width) || 0 };
}

/** The URL of the document that an element shows, unless it is too small to be seen. */
export function embedUrl(element: Element, baseUrl: string): string | undefined {
  if (isUnseen(element)) return undefined;
  const inner = findOne(({ name, attribs }) => name === 'source' && attribs.src !== undefined, element.children);
  const late = attribute(element, 'data-src');
  const source = attribute(element, 'src') ?? attribute(element, 'data') ?? inner?.attribs.src;
  const url = resolveUrl(late ?? source, baseUrl);
  // A relative address has no scheme, and stays relative only where the page has no address.
  return url !== undefined && /^(?:https?:|(?![a-z][a-z\d+.-]*:))/i.test(url) ? url : undefined;
}

/** Whether an image or a frame only tracks readers. */
export function isUnseen({ attribs }: Element): boolean {
  return [attribs.width, attribs.height].some((size) => size !== undefined && /^\s*[01](?:px)?\s*$/.test(size));
}

/** Whether two hosts are the same, or one is below the other. */
export function isSameSite(one: string, other: string): boolean {
  const [a, b] = [one.replace(/^www\./, ''), other.replace(/^www\./, '')];
  return a === b || a.endsWith(`.${b}`) || b.endsWith(`.${a}`);
}
