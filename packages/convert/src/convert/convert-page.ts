import type { PageFacts, PageSource } from '../extraction/page-facts.js';
import { definitionOf, makeFormats, requestedFormats } from '../formats/format-table.js';
import { withDefaults } from '../page/options.js';
import type { ConversionRequest, ConversionResult, PageDocument } from '../page/page.js';
import { parsePage } from './parse-page.js';

/** Converts a page into the requested formats. */
export async function convertPage(
  source: PageSource,
  { url, options }: Pick<ConversionRequest, 'url' | 'options'>,
): Promise<ConversionResult> {
  const { facts, kind, isEmptyShell, warnings } = parsePage(source, url, withDefaults(options));
  logRemoved(facts);
  const formats = await makeFormats(facts);
  const document = facts.options.redactPII ? await redacted(formats.document, facts) : formats.document;
  return { ...document, metadata: facts.metadata, kind, isEmptyShell, warnings: [...warnings, ...formats.warnings] };
}

/** With `NODE_DEBUG=trawl-convert`, Node.js writes what is left out of each page to its standard error. */
function logRemoved({ url, removed }: PageFacts): void {
  const log = globalThis.process?.getBuiltinModule?.('node:util').debuglog('trawl-convert');
  if (!log?.enabled) return;
  for (const { selector, reason, text } of removed()) log('%s: left out %s (%s): %s', url, selector, reason, text);
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
