import type { Metadata } from '../page/data.js';
import { attribute, type Document, type Element, elementList, plainText } from './html.js';
import { resolveUrl } from './urls.js';

/** Meta tags that the response repeats under a name of its own. */
const RESPONSE_NAMES = new Map(
  Object.entries({
    'og:title': 'ogTitle',
    'og:description': 'ogDescription',
    'og:url': 'ogUrl',
    'og:image': 'ogImage',
    'og:audio': 'ogAudio',
    'og:video': 'ogVideo',
    'og:determiner': 'ogDeterminer',
    'og:locale': 'ogLocale',
    'og:site_name': 'ogSiteName',
    'article:published_time': 'publishedTime',
    'article:modified_time': 'modifiedTime',
    'article:section': 'articleSection',
    'article:tag': 'articleTag',
    'dc.date': 'dcDate',
    'dc.date.created': 'dcDateCreated',
    'dc.description': 'dcDescription',
    'dc.subject': 'dcSubject',
    'dc.type': 'dcType',
    'dcterms.audience': 'dcTermsAudience',
    'dcterms.created': 'dcTermsCreated',
    'dcterms.keywords': 'dcTermsKeywords',
    'dcterms.subject': 'dcTermsSubject',
    'dcterms.type': 'dcTermsType',
  }),
);

const SINGLE_VALUED = new Set(['title', 'language', 'favicon', 'canonical']);

const URLS = new Set(['og:url', 'og:image', 'og:audio', 'og:video']);

/** Reads the metadata of a page. A tag that is repeated with different values becomes a list. */
export function pageMetadata(document: Document, baseUrl: string): Metadata {
  const valuesByName = new Map<string, Set<string>>();
  const add = (name: string, value: string): void => {
    const values = valuesByName.get(name);
    if (values === undefined) valuesByName.set(name, new Set([value]));
    else values.add(value);
  };
  for (const element of elementList(document)) read(element, baseUrl, add);

  // A page may name a tag `__proto__`: `fromEntries` defines a property, where an assignment would set the prototype.
  return Object.fromEntries(
    [...valuesByName].map(([name, values]) => {
      const single = SINGLE_VALUED.has(name) || (values.size === 1 && name !== 'ogLocaleAlternate');
      return [name, single ? values.values().next().value : [...values]];
    }),
  );
}

function read(element: Element, baseUrl: string, add: (name: string, value: string) => void): void {
  switch (element.name) {
    case 'html': {
      const language = attribute(element, 'lang') ?? attribute(element, 'xml:lang');
      if (language !== undefined) add('language', language);
      break;
    }
    case 'title': {
      const title = plainText(element);
      // An SVG image may have a title as well.
      if (title !== '' && !isInSvg(element)) add('title', title);
      break;
    }
    case 'meta':
      readMeta(element, baseUrl, add);
      break;
    case 'link':
      readLink(element, baseUrl, add);
      break;
  }
}

function readMeta(element: Element, baseUrl: string, add: (name: string, value: string) => void): void {
  const name = attribute(element, 'name') ?? attribute(element, 'property') ?? attribute(element, 'itemprop');
  const value = attribute(element, 'content');
  if (name === undefined || value === undefined) return;
  const lower = name.toLowerCase();
  const responseName = RESPONSE_NAMES.get(lower);
  if (responseName !== undefined) add(responseName, URLS.has(lower) ? (resolveUrl(value, baseUrl) ?? value) : value);
  if (lower === 'og:locale:alternate') add('ogLocaleAlternate', value);
  add(lower === 'description' || lower === 'keywords' ? lower : name, value);
}

function readLink(element: Element, baseUrl: string, add: (name: string, value: string) => void): void {
  const relations = (element.attribs.rel ?? '').toLowerCase().split(/\s+/);
  const url = resolveUrl(element.attribs.href, baseUrl);
  if (url === undefined) return;
  if (relations.includes('icon')) add('favicon', url);
  if (relations.includes('canonical')) add('canonical', url);
}

function isInSvg(element: Element): boolean {
  for (let parent = element.parent; parent !== null; parent = parent.parent) {
    if ('name' in parent && parent.name === 'svg') return true;
  }
  return false;
}
