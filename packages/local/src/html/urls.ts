import { attribute, type Document, type Element, findElement } from './html.js';

/** Resolves a URL reference; returns undefined for references that lead to no page, such as `javascript:`. */
export function resolveUrl(reference: string | undefined, baseUrl: string): string | undefined {
  if (reference === undefined) return undefined;
  const trimmed = reference.trim();
  if (trimmed === '' || /^(?:javascript|vbscript|about|blob):/i.test(trimmed)) return undefined;
  if (/^data:/i.test(trimmed)) return trimmed;
  return URL.canParse(trimmed, baseUrl) ? new URL(trimmed, baseUrl).href : undefined;
}

/** The base URL of the relative links of a page. */
export function baseUrlOf(document: Document, url: string): string {
  const base = findElement(document, (element) => element.name === 'base' && element.attribs.href !== undefined);
  return resolveUrl(base?.attribs.href, url) ?? url;
}

/** The URL of an `<img>`, including one that a script would load lazily. */
export function imageUrl(element: Element, baseUrl: string): string | undefined {
  const source = attribute(element, 'src');
  const lazy =
    attribute(element, 'data-src') ?? attribute(element, 'data-original') ?? attribute(element, 'data-lazy-src');
  const set = attribute(element, 'srcset') ?? attribute(element, 'data-srcset');
  const placeholder = source === undefined || source.startsWith('data:');
  return resolveUrl((placeholder ? (lazy ?? firstOfSet(set)) : undefined) ?? source, baseUrl);
}

function firstOfSet(set: string | undefined): string | undefined {
  return set?.split(/\s*,\s+|\s+/, 1)[0];
}
