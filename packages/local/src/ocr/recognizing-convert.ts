import type { Parser } from '@trawl/client';
import { isImage } from '@trawl/convert/detect';
import type { Convert, Converted, ConvertedFile, ConvertLimits } from '../convert/convert.js';
import type { ConversionOptions } from '../options/scrape-options.js';
import type { Ocr, Recognition } from './ocr.js';

/**
 * Converts files with what is recognized in them: in pages of PDFs that have no text, or in all with the mode `ocr`, and in
 * images where their parser is asked for. Without the programs for it, a warning says how to get them.
 */
export function withRecognition(convert: Convert, ocr: Ocr): Convert {
  return async (file, options, limits) => {
    if (asksForImages(options) && isImage(file)) return convertImage(convert, ocr, file, options, limits);
    const converted = await convert(file, options, limits);
    const { unreadPages = [] } = converted;
    if (unreadPages.length === 0) return converted;
    if (ocr.missing.pdf !== undefined) return withWarnings(converted, [ocr.missing.pdf]);
    const recognition = await ocr.readPages(file.body, unreadPages, limits);
    if (recognition.pages.length === 0) return withWarnings(converted, recognition.warnings);
    return convertRecognized(convert, recognition, file, options, limits);
  };
}

async function convertImage(
  convert: Convert,
  ocr: Ocr,
  file: ConvertedFile,
  options: ConversionOptions,
  limits: ConvertLimits,
): Promise<Converted> {
  if (ocr.missing.image !== undefined) return withWarnings(await convert(file, options, limits), [ocr.missing.image]);
  return convertRecognized(convert, await ocr.readImage(file.body, limits), file, options, limits);
}

async function convertRecognized(
  convert: Convert,
  { pages, warnings }: Recognition,
  file: ConvertedFile,
  options: ConversionOptions,
  limits: ConvertLimits,
): Promise<Converted> {
  return withWarnings(await convert(file, { ...options, recognizedPages: pages }, limits), warnings);
}

function withWarnings(converted: Converted, warnings: readonly string[]): Converted {
  return { ...converted, warnings: [...converted.warnings, ...warnings] };
}

function asksForImages({ parsers = [] }: ConversionOptions): boolean {
  return parsers.some((parser: Parser) => (typeof parser === 'string' ? parser : parser.type) === 'image');
}
