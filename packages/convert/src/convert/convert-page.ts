import type { PageFacts, PageSource } from '../extraction/page-facts.js';
import { definitionOf, makeFormats, requestedFormats } from '../formats/format-table.js';
import { mayHaveMathml, type TexWriter } from '../html/formulas.js';
import { withDefaults } from '../page/options.js';
import type { ConversionRequest, ConversionResult, PageDocument } from '../page/page.js';
import { parsePage } from './parse-page.js';
import { logRemovals } from './removals-log.js';

/** Converts a page into the requested formats. */
export async function convertPage(
  source: PageSource,
  { url, options }: Pick<ConversionRequest, 'url' | 'options'>,
): Promise<ConversionResult> {
  const texOfMathml = await texWriterFor(source.html);
  const { facts, kind, isEmptyShell, warnings } = parsePage(source, url, withDefaults(options), texOfMathml);
  logRemovals(facts);
  const formats = await makeFormats(facts);
  const document = facts.options.redactPII ? await redacted(formats.document, facts) : formats.document;
  return { ...document, metadata: facts.metadata, kind, isEmptyShell, warnings: [...warnings, ...formats.warnings] };
}

/** The writer of TeX is a quarter of what a worker loads at its start, and few pages have MathML. */
async function texWriterFor(html: string): Promise<TexWriter> {
  return mayHaveMathml(html) ? (await import('../math/mathml-to-tex.js')).texOfMathml : () => undefined;
}

/** Redacts the formats that are text for readers. */
async function redacted(document: PageDocument, { options, metadata }: PageFacts): Promise<PageDocument> {
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
