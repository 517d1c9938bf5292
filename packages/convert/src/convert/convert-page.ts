import { evidenceOf } from '../extraction/evidence.js';
import type { PageFacts, PageSource } from '../extraction/page-facts.js';
import { structuredData } from '../extraction/structured-data.js';
import { definitionOf, makeFormats, requestedFormats } from '../formats/format-table.js';
import { isClientRendered } from '../html/client-rendered.js';
import { contentText } from '../html/content.js';
import { parseHtml } from '../html/html.js';
import { contentImages, pageLinks } from '../html/links.js';
import { type MainContent, mainContent } from '../html/main-content.js';
import { pageMetadata } from '../html/metadata.js';
import { showNoscript } from '../html/noscript.js';
import { selectContent } from '../html/selected-content.js';
import { showShadowRoots } from '../html/shadow-roots.js';
import { baseUrlOf } from '../html/urls.js';
import { type ConversionOptions, withDefaults } from '../page/options.js';
import type { ConversionResult, ConvertRequest, Searchable } from '../page/page.js';
import { searchableOf } from './searchable.js';

/** A page that has been parsed, before any format is made. */
interface ParsedPage {
  readonly facts: PageFacts;
  readonly main: MainContent;
  readonly isClientRendered: boolean;
  readonly warnings: readonly string[];
}

/** Converts a page into the requested formats. */
export async function convertPage(source: PageSource, request: ConvertRequest): Promise<ConversionResult> {
  const options = withDefaults(request.options);
  const { facts, main, isClientRendered, warnings } = parsePage(source, request.url, options);
  const searchable = searchableText(facts, main);
  const formats = await makeFormats(facts);
  const document = options.redactPII ? await redacted(formats.document, facts) : formats.document;
  return {
    document,
    metadata: facts.metadata,
    links: pageLinks(facts.page, facts.baseUrl),
    searchable,
    ...(isClientRendered && { isClientRendered }),
    ...(options.evidence && { evidence: await evidenceOf(facts, options) }),
    warnings: [...warnings, ...formats.warnings],
  };
}

/** Parses a page, and selects its content by the options. */
function parsePage(source: PageSource, url: string, options: ConversionOptions): ParsedPage {
  const page = parseHtml(source.html);
  showShadowRoots(page);
  // A page may show in `noscript` that it needs its scripts.
  const needsScripts = isClientRendered(page);
  showNoscript(page);
  const baseUrl = baseUrlOf(page, url);
  const main = mainContent(page, baseUrl);
  const { content, linked, warnings } = selectContent(page, main, options);
  const facts: PageFacts = {
    url,
    baseUrl,
    source,
    options,
    page,
    content,
    linked,
    metadata: pageMetadata(page, baseUrl),
    entities: once(() => structuredData(page, baseUrl)),
  };
  return { facts, main, isClientRendered: needsScripts, warnings };
}

/** What the search index gets: the main content, whatever the options select. */
function searchableText({ source, entities, metadata, baseUrl }: PageFacts, main: MainContent): Searchable {
  // Most pages have no structured data; this check saves searching for it.
  const items = /schema\.org|ld\+json/i.test(source.html) ? entities() : [];
  return searchableOf(metadata, contentText(main.content), contentImages(main.content, baseUrl), items);
}

/** Redacts the formats that are text for readers. */
async function redacted(
  document: ConversionResult['document'],
  { options, metadata }: PageFacts,
): Promise<ConversionResult['document']> {
  const { redactPii } = await import('../extraction/redact-pii.js');
  const [, region] = /^\w{2,3}-(?:\w{4}-)?([A-Za-z]{2})\b/.exec(String(metadata.language ?? '')) ?? [];
  const country = (options.location?.country ?? region)?.toUpperCase();
  const piiOptions = typeof options.redactPII === 'object' ? options.redactPII : {};
  const result: Record<string, unknown> = { ...document };
  const definitions = requestedFormats(options.formats).map(definitionOf);
  for (const field of new Set(definitions.filter(({ isRedacted }) => isRedacted).map(({ field }) => field))) {
    const text = result[field];
    if (typeof text === 'string') result[field] = await redactPii(text, { ...piiOptions, country });
  }
  return result;
}

function once<Value>(make: () => Value): () => Value {
  let cached: { readonly value: Value } | undefined;
  return () => {
    cached ??= { value: make() };
    return cached.value;
  };
}
