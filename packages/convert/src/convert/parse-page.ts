import type { PageFacts, PageSource } from '../extraction/page-facts.js';
import { structuredData } from '../extraction/structured-data.js';
import { isClientRendered } from '../html/client-rendered.js';
import { showCodeVariants } from '../html/code-variants.js';
import { showPanels } from '../html/disclosures.js';
import { writeEquivalents } from '../html/equivalents.js';
import { showFormulas, type TexWriter } from '../html/formulas.js';
import { bodyOf, parseHtml } from '../html/html.js';
import { showLateContent } from '../html/late-content.js';
import { pageMetadata } from '../html/metadata.js';
import { showNoscript } from '../html/noscript.js';
import { showShadowRoots } from '../html/shadow-roots.js';
import { placeStreamedParts } from '../html/streamed-parts.js';
import { linkNotes } from '../html/unlinked-notes.js';
import { baseUrlOf } from '../html/urls.js';
import { mainContent } from '../main-content/main-content.js';
import { removedParts } from '../main-content/removed-parts.js';
import { selectContent } from '../main-content/selected-content.js';
import { Site } from '../main-content/site.js';
import { once } from '../page/once.js';
import type { ConversionOptions } from '../page/options.js';
import type { ConversionFacts } from '../page/page.js';

/** A page that has been parsed, before any format is made. */
export interface ParsedPage extends Pick<ConversionFacts, 'kind' | 'isEmptyShell' | 'warnings'> {
  readonly facts: PageFacts;
}

/** Main content is told from links to other sites, and a page without an address has a site as well. */
const NO_ADDRESS = 'https://page.invalid/';

/** Parses a page, and selects its content by the options. */
export function parsePage(
  source: PageSource,
  url: string,
  options: ConversionOptions,
  texOfMathml: TexWriter,
): ParsedPage {
  const page = parseHtml(source.html);
  showShadowRoots(page);
  placeStreamedParts(page);
  writeEquivalents(page);
  linkNotes(page);
  showPanels(page);
  showCodeVariants(page);
  showLateContent(page);
  showFormulas(page, texOfMathml);
  // A page may show in `noscript` that it needs its scripts.
  const isEmptyShell = isClientRendered(page);
  showNoscript(page);
  const baseUrl = baseUrlOf(page, url);
  const metadata = pageMetadata(page, baseUrl);
  const main = mainContent(page, new Site(baseUrl || NO_ADDRESS, first(metadata.canonical ?? metadata.ogUrl)));
  const { content, linked, removals, warnings } = selectContent(page, main, options);
  const facts: PageFacts = {
    url,
    baseUrl,
    source,
    options,
    page,
    content,
    linked,
    main: main.content,
    removed: once(() => removedParts(bodyOf(page), { roots: content.roots, removals })),
    metadata,
    entities: once(() => structuredData(page, baseUrl)),
  };
  return { facts, kind: main.kind, isEmptyShell, warnings };
}

function first(value: unknown): string | undefined {
  const item: unknown = Array.isArray(value) ? value[0] : value;
  return typeof item === 'string' ? item : undefined;
}
