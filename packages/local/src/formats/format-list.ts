import type { Format, FormatOptions, ScrapeOptions } from '@trawl/client';
import type { Converted } from '../page/page.js';
import { makeAttributes } from './attributes.js';
import { makeHighlights } from './highlights.js';
import { makeMenu } from './menu.js';
import type { FormatResult, PageFacts } from './page-facts.js';
import { makeProduct } from './product.js';
import { makeSummary } from './summary.js';

interface Formats {
  readonly document: Converted['document'];
  readonly warnings: readonly string[];
}

/** The formats that are made of what a page says, beside those that are the page itself in another form. */
export async function makeFormats(facts: PageFacts, formats: ScrapeOptions['formats'] = []): Promise<Formats> {
  const document: Record<string, unknown> = {};
  const warnings: string[] = [];
  for (const format of formats.map(withOptions)) {
    const made = await make(facts, format);
    if (made?.value !== undefined) document[format.type] = made.value;
    if (made?.warning !== undefined) warnings.push(made.warning);
  }
  return { document, warnings };
}

async function make(facts: PageFacts, format: FormatOptions): Promise<FormatResult<unknown> | undefined> {
  switch (format.type) {
    case 'summary':
      return makeSummary(facts);
    case 'highlights':
      return makeHighlights(facts, format.query);
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
    case 'json': {
      const { makeJson } = await import('./json.js');
      return makeJson(facts, format);
    }
    default:
      return undefined;
  }
}

/** A format by its name is that format without options. */
function withOptions(format: Format): FormatOptions {
  return typeof format === 'string' ? ({ type: format } as FormatOptions) : format;
}
