import { evidenceOf } from '../extraction/evidence.js';
import { makeJson } from '../extraction/json-extraction.js';
import type { PageFacts } from '../extraction/page-facts.js';
import { contentText } from '../html/content.js';
import { pageLinks } from '../html/links.js';
import { ConvertError } from '../page/convert-error.js';
import type { Format, FormatOptions } from '../page/formats.js';
import type { ConversionWarning, PageDocument } from '../page/page.js';
import { attributes } from './attributes.js';
import { branding } from './branding.js';
import type { FormatDefinition, FormatType, OptionsOf } from './format-definition.js';
import { highlights, makeHighlights } from './highlights.js';
import { html } from './html.js';
import { images } from './images.js';
import { links } from './links.js';
import { markdown } from './markdown.js';
import { menu } from './menu.js';
import { product } from './product.js';
import { rawHtml } from './raw-html.js';
import { searchEntry } from './search-entry.js';
import { summary } from './summary.js';

/** All formats. The compiler refuses one without a row here. */
const table: { readonly [Type in FormatType]: FormatDefinition<OptionsOf<Type>> } = {
  markdown,
  html,
  rawHtml,
  links,
  images,
  summary,
  highlights,
  query: { field: 'answer', isRedacted: true, make: (page, { prompt }) => makeHighlights(page, prompt, 'answer') },
  attributes,
  text: {
    field: 'text',
    isRedacted: true,
    make: ({ content, source }) => ({ value: source.text ?? contentText(content) }),
  },
  pageLinks: { field: 'pageLinks', make: ({ page, baseUrl }) => ({ value: pageLinks(page, baseUrl) }) },
  structuredData: { field: 'structuredData', make: ({ entities }) => ({ value: entities() }) },
  searchEntry,
  removed: { field: 'removed', make: ({ removed }) => ({ value: removed() }) },
  evidence: {
    field: 'evidence',
    make: async (page, { schemas }) => ({ value: await evidenceOf(page, schemas) }),
  },
  json: { field: 'json', make: makeJson },
  deterministicJson: { field: 'json', make: makeJson },
  product,
  menu,
  branding,
};

const definitions: Readonly<Record<FormatType, FormatDefinition<FormatOptions>>> = table;

/**
 * The requested formats, each once: a request may repeat a format thousands of times. If only some of these have options,
 * the last options count.
 */
export function requestedFormats(formats: readonly Format[] = []): FormatOptions[] {
  const requested = new Map<FormatType, FormatOptions>();
  for (const format of formats) {
    const withOptions = typeof format === 'string' ? { type: format } : format;
    const hasOptions = Object.keys(withOptions).length > 1;
    if (hasOptions || !requested.has(withOptions.type)) requested.set(withOptions.type, withOptions);
  }
  return [...requested.values()];
}

export function definitionOf({ type }: FormatOptions): FormatDefinition<FormatOptions> {
  if (Object.hasOwn(definitions, type)) return definitions[type];
  const names = Object.keys(definitions).join(', ');
  throw new ConvertError('invalid option', `\`formats\` holds \`${type}\`, which is no format. Formats are: ${names}.`);
}

/** Makes the requested formats. */
export async function makeFormats(
  page: PageFacts,
): Promise<{ readonly document: PageDocument; readonly warnings: readonly ConversionWarning[] }> {
  const document: Record<string, unknown> = {};
  const warnings: ConversionWarning[] = [];
  for (const format of requestedFormats(page.options.formats)) {
    const { field, make } = definitionOf(format);
    const { value, warning } = await make(page, format);
    if (value !== undefined) document[field] = value;
    if (warning !== undefined) warnings.push({ ...warning, format: format.type });
  }
  return { document, warnings };
}
