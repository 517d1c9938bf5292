import type { Format, Metadata } from '@trawl/client';
import { evidenceOf } from '../formats/evidence.js';
import { makeFormats } from '../formats/format-list.js';
import { structuredData } from '../formats/structured-data.js';
import { cleanHtml } from '../html/clean-html.js';
import { isClientRendered } from '../html/client-rendered.js';
import { contentText } from '../html/content.js';
import { parseHtml } from '../html/html.js';
import { contentImages, contentLinks, pageLinks } from '../html/links.js';
import { mainContent } from '../html/main-content.js';
import { pageMetadata } from '../html/metadata.js';
import { showNoscript } from '../html/noscript.js';
import { selectContent } from '../html/selected-content.js';
import { showShadowRoots } from '../html/shadow-roots.js';
import { baseUrlOf } from '../html/urls.js';
import { toMarkdown } from '../markdown/markdown.js';
import { type ConversionOptions, conversionOptions } from '../page/conversion-options.js';
import type { ConversionResult, ConvertRequest } from '../page/page.js';
import { searchableOf } from './searchable.js';

/** A page of HTML, or a file that has been turned into one. */
export interface PageSource {
  readonly html: string;
  /** The Markdown, when it is not made from the HTML. */
  readonly markdown?: string | undefined;
  /** The original source, returned as `rawHtml` instead of the HTML. */
  readonly source?: string | undefined;
}

/** Converts a page into the requested formats. */
export async function convertPage(source: PageSource, request: ConvertRequest): Promise<ConversionResult> {
  const options = conversionOptions(request.options);
  const page = parseHtml(source.html);
  showShadowRoots(page);
  const needsBrowser = isClientRendered(page);
  showNoscript(page);
  const baseUrl = baseUrlOf(page, request.url);
  const main = mainContent(page, baseUrl);
  const { content, linked, warnings } = selectContent(page, main, options);
  const formats = new Set(options.formats?.map(formatName));
  const metadata = pageMetadata(page, baseUrl);
  const facts = {
    url: request.url,
    baseUrl,
    page,
    content,
    metadata,
    entities: once(() => structuredData(page, baseUrl)),
  };
  // Most pages have no structured data; this check saves searching for it.
  const entities = /schema\.org|ld\+json/i.test(source.html) ? facts.entities() : [];
  const result = await makeFormats(facts, options.formats);
  const document: ConversionResult['document'] = { ...result.document };
  if (formats.has('markdown')) {
    document.markdown =
      source.markdown ?? toMarkdown(content, { baseUrl, removeBase64Images: options.removeBase64Images === true });
  }
  if (formats.has('html')) document.html = cleanHtml(content, page, baseUrl);
  if (formats.has('rawHtml')) document.rawHtml = source.source ?? source.html;
  if (formats.has('links')) document.links = contentLinks(linked, baseUrl);
  if (formats.has('images')) document.images = contentImages(content, baseUrl).map(({ url }) => url);
  if (options.redactPII) await redact(document, options, metadata);
  return {
    document,
    metadata,
    links: pageLinks(page, baseUrl),
    searchable: searchableOf(metadata, contentText(main.content), contentImages(main.content, baseUrl), entities),
    ...(needsBrowser && { isClientRendered: true }),
    ...(options.evidence && { evidence: await evidenceOf(facts, options) }),
    warnings: [...warnings, ...result.warnings],
  };
}

/** Redacts the texts for readers; the HTML and extracted data stay as they are on the page. */
async function redact(
  document: ConversionResult['document'],
  { redactPII, location }: ConversionOptions,
  metadata: Metadata,
): Promise<void> {
  const { redactPii } = await import('../formats/redact-pii.js');
  const [, region] = /^\w{2,3}-(?:\w{4}-)?([A-Za-z]{2})\b/.exec(String(metadata.language ?? '')) ?? [];
  const country = (location?.country ?? region)?.toUpperCase();
  const piiOptions = typeof redactPII === 'object' ? redactPII : {};
  for (const name of ['markdown', 'summary', 'highlights', 'answer'] as const) {
    const text = document[name];
    if (typeof text === 'string') document[name] = await redactPii(text, { ...piiOptions, country });
  }
}

function formatName(format: Format): string {
  return typeof format === 'string' ? format : format.type;
}

function once<Value>(make: () => Value): () => Value {
  let cached: { readonly value: Value } | undefined;
  return () => {
    cached ??= { value: make() };
    return cached.value;
  };
}
