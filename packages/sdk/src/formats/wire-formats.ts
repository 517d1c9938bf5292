import type { Format, ScrapeOptions } from '@trawl/client';
import { ConfigurationError } from '../errors/errors.js';
import type { Formats, JsonFormatInput } from './format-input.js';
import { toJsonSchema } from './json-schema.js';
import type { ScrapeOptionsInput } from './requests.js';

/**
 * Turns formats into what is sent: each schema becomes JSON Schema. `option` is their path in the request.
 *
 * @throws ConfigurationError when a schema cannot be converted. Nothing has been sent then.
 */
export function toWireFormats(formats: Formats, option?: string): readonly Format[];
export function toWireFormats(formats: Formats | undefined, option?: string): readonly Format[] | undefined;
export function toWireFormats(formats: Formats | undefined, option = 'formats'): readonly Format[] | undefined {
  checkTypes(formats, option);
  return formats?.map((format: Formats[number], index) => {
    const { schema } = Object(format) as Partial<JsonFormatInput>;
    // An unknown name is sent as it is: the server may know it.
    if (schema === undefined) return format as Format;
    return { ...(format as JsonFormatInput), schema: toJsonSchema(schema, `${option}[${index}].schema`) };
  });
}

/** Refuses what is no list of names, or of objects with a `type`. */
export function checkTypes(list: unknown, option: string): void {
  if (list === undefined) return;
  if (!Array.isArray(list))
    throw new ConfigurationError(`${option} must be a list of names, or of objects with a type.`);
  list.forEach((item, index) => {
    if (typeof (typeof item === 'object' ? item?.type : item) === 'string') return;
    throw new ConfigurationError(`${option}[${index}] must be a name, or an object with a type.`);
  });
}

/** Turns scrape options into what is sent. */
export function toWireOptions(given: ScrapeOptionsInput | undefined): ScrapeOptions | undefined {
  return given && ({ ...given, formats: toWireFormats(given.formats, 'scrapeOptions.formats') } as ScrapeOptions);
}
