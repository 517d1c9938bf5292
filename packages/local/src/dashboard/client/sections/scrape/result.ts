import type { Document, ScrapeRequest } from '@trawl/client';
import { facts, jsonBlock, textBlock, warningNote } from '../../content.js';
import { type Child, h, pageLink } from '../../dom.js';
import { FORMATS, formatNames, type OfferedFormat } from './request.js';

/** Links that are shown; the rest is counted. */
const MAX_LINKS = 200;

/** A document, with each format as people read it. */
export function resultOf(document: Document, request: ScrapeRequest): Child[] {
  const { warning, metadata = {} } = document;
  const { title, url, sourceURL = url, statusCode, contentType, cacheState, creditsUsed } = metadata;
  return [
    warning != null && warningNote(warning),
    facts({
      Title: textOf(title),
      URL: sourceURL && pageLink(sourceURL),
      'The page answered': textOf(statusCode),
      Type: textOf(contentType),
      Cache: textOf(cacheState),
      Credits: textOf(creditsUsed),
    }),
    (formatNames(request) as OfferedFormat[]).map((name) => formatOf(name, document[name])),
  ];
}

/** A value of the metadata. A page may give one several times. */
function textOf(value: unknown): string | undefined {
  const first = Array.isArray(value) ? value[0] : value;
  return typeof first === 'string' || typeof first === 'number' ? String(first) : undefined;
}

function formatOf(name: OfferedFormat, value: unknown): Child {
  const label = FORMATS[name];
  if (value === undefined || value === null) {
    return [h('h3', {}, label), h('p', {}, 'The page gave nothing for this format.')];
  }
  if (name === 'screenshot' && typeof value === 'string') return pictureOf(value);
  if (isListOfUrls(value)) return linksOf(label, value);
  return typeof value === 'string' ? textBlock(label, value) : jsonBlock(label, value);
}

/** The service serves the picture itself. A policy of the page forbids those of other servers. */
function pictureOf(url: string): Child {
  if (!URL.canParse(url)) return undefined;
  const { pathname } = new URL(url);
  return [
    h('h3', {}, FORMATS.screenshot),
    h(
      'a',
      { href: pathname, target: '_blank', class: 'shot' },
      h('img', { src: pathname, alt: 'Screenshot of the page, which opens in full' }),
    ),
  ];
}

function isListOfUrls(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((item) => typeof item === 'string');
}

function linksOf(label: string, urls: readonly string[]): Child {
  const more = urls.length - MAX_LINKS;
  return [
    h('h3', {}, `${label} (${urls.length})`),
    h('ul', { class: 'plain' }, ...urls.slice(0, MAX_LINKS).map((url) => h('li', {}, pageLink(url)))),
    more > 0 && h('p', {}, `And ${more} more.`),
  ];
}
