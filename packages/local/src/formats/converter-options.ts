import type { ConversionOptions as ConverterOptions } from '@trawl/convert/workers';
import { type ConversionOptions, conversionOptions } from '../options/scrape-options.js';
import { definitionOf, requestedFormats } from './format-table.js';

/** The options of a conversion as the converter takes them: with the formats that it makes. */
export function converterOptions(options: ConversionOptions): ConverterOptions {
  const complete = conversionOptions(options);
  return { ...complete, formats: convertedFormats(complete) };
}

function convertedFormats(options: ConversionOptions): NonNullable<ConverterOptions['formats']> {
  const converted = requestedFormats(options).filter((format) => definitionOf(format).isConverted?.(format));
  // The compiler does not know that the table marks only formats that the converter knows.
  return converted as NonNullable<ConverterOptions['formats']>;
}
