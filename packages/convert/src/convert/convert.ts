import { toMarkdown as markdownOf } from '../markdown/markdown.js';
import { texOfMathml } from '../math/mathml-to-tex.js';
import type { Format } from '../page/formats.js';
import { type ConversionOptions, withDefaults } from '../page/options.js';
import type { ConversionResult } from '../page/page.js';
import { convertFile } from './convert-file.js';
import { type ConvertInput, type InputOptions, readInput } from './input.js';
import { parsePage } from './parse-page.js';

/** The options of a conversion, and what is known of its input. */
export interface ConvertOptions<Formats extends readonly Format[] = readonly Format[]>
  extends Omit<ConversionOptions, 'formats'>,
    InputOptions {
  /** What to make, as names or, with options, as objects. Default: `['markdown']`. */
  readonly formats?: Formats | undefined;
}

/**
 * Converts a page or a document, in this thread. PDF, Word, OpenDocument, RTF, EPUB, slides and sheets need Node.js, Deno or
 * Bun; their readers are loaded for the first one.
 *
 * @returns a field for each format that was asked for, and the metadata, the kind and the warnings.
 * @throws a `ConvertError` for an input that is too large or that cannot be read, and for an option that is none.
 *
 * @example
 * ```ts
 * import { convert } from '@trawl/convert';
 *
 * const response = new Response('<h1>Tea</h1><p>Two <a href="https://cups.example/">cups</a> a day.</p>');
 * const { markdown, links } = await convert(response, { formats: ['markdown', 'links'] });
 * console.log(markdown, links);
 * ```
 */
export async function convert<const Formats extends readonly Format[] = readonly ['markdown']>(
  input: ConvertInput,
  options: ConvertOptions<Formats> = {},
): Promise<ConversionResult<Formats>> {
  const { url, filename, contentType, maxBytes, signal, ...conversion } = options;
  const file = await readInput(input, { url, filename, contentType, maxBytes, signal });
  // The compiler does not know that the fields of a result are those of the formats.
  return (await convertFile({ ...file, options: conversion })) as ConversionResult<Formats>;
}

/** What is asked of a page of which only the Markdown is wanted. */
export type MarkdownOptions = Pick<
  ConversionOptions,
  'onlyMainContent' | 'includeTags' | 'excludeTags' | 'blockAds' | 'removeBase64Images'
> &
  Pick<InputOptions, 'url'>;

/**
 * Turns HTML into Markdown, without a promise. Selectors that are none are left out without a warning.
 *
 * @example
 * ```ts
 * import { toMarkdown } from '@trawl/convert';
 *
 * console.log(toMarkdown('<h1>Tea</h1><p>Two <b>cups</b> a day.</p>'));
 * ```
 */
export function toMarkdown(html: string, { url = '', ...options }: MarkdownOptions = {}): string {
  const complete = withDefaults(options);
  const { facts } = parsePage({ html }, url, complete, texOfMathml);
  return markdownOf(facts.content, {
    baseUrl: facts.baseUrl,
    removeBase64Images: complete.removeBase64Images === true,
  });
}
