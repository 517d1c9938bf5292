import type { Format, ConversionOptions as PageOptions } from '@trawl/convert';
import { definitionOf, requestedFormats } from '../formats/format-table.js';
import { type ConversionOptions, conversionOptions } from '../options/scrape-options.js';

/** The options of a conversion as the converter takes them: with the formats that it makes, and what the service reads. */
export function converterOptions(options: ConversionOptions): PageOptions {
  const { evidence, ...complete } = conversionOptions(options);
  const formats: Format[] = [...convertedFormats(complete), 'pageLinks', 'searchEntry'];
  if (evidence) formats.push({ type: 'evidence', schemas: evidence.schemas });
  return { ...complete, formats };
}

function convertedFormats(options: ConversionOptions): Format[] {
  const converted = requestedFormats(options).filter((format) => definitionOf(format).isConverted?.(format));
  // The compiler does not know that the table marks only formats that the converter knows.
  return converted as Format[];
}
