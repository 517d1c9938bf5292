import type { Format, FormatOptions, ScrapeOptions } from '@trawl/client';
import type { ConversionResult } from '../page/page.js';
import { makeAttributes } from './attributes.js';
import { makeHighlights } from './highlights.js';
import { makeMenu } from './menu.js';
import type { FormatResult, PageFacts } from './page-facts.js';
import { makeProduct } from './product.js';
import { makeSummary } from './summary.js';

interface Formats {
  readonly document: ConversionResult['document'];
  readonly warnings: readonly string[];
}

/** Makes the formats that are extracted from a page. Markdown, HTML and links are conversions of it and made elsewhere. */
export async function makeFormats(facts: PageFacts, formats: ScrapeOptions['formats'] = []): Promise<Formats> {
  const document: Record<string, unknown> = {};
  const warnings: string[] = [];
  for (const format of formats.map(withOptions)) {
    const result = await make(facts, format);
    if (result?.value !== undefined) document[fieldOf(format)] = result.value;
    if (result?.warning !== undefined) warnings.push(result.warning);
  }
  return { document, warnings };
}

async function make(facts: PageFacts, format: FormatOptions): Promise<FormatResult<unknown> | undefined> {
  switch (format.type) {
    case 'summary':
      return makeSummary(facts);
    case 'highlights':
      return makeHighlights(facts, format.query, format.type);
    case 'query':
      return format.mode === 'directQuote' ? makeHighlights(facts, format.prompt, 'answer') : undefined;
    case 'attributes':
      return makeAttributes(facts, format.selectors);
    case 'product':
      return makeProduct(facts);
    case 'menu':
      return makeMenu(facts);
    case 'branding': {
      const { makeBranding } = await import('./branding.js');
      return makeBranding(facts);
    }
    case 'json':
    case 'deterministicJson': {
      const { makeJson } = await import('./json.js');
      return makeJson(facts, format);
    }
    default:
      return undefined;
  }
}

/** The field of the document that has the format. */
function fieldOf({ type }: FormatOptions): string {
  if (type === 'query') return 'answer';
  return type === 'deterministicJson' ? 'json' : type;
}

/** A format given as a string has no options. */
function withOptions(format: Format): FormatOptions {
  return typeof format === 'string' ? ({ type: format } as FormatOptions) : format;
}
