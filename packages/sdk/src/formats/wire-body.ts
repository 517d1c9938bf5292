import { loaded } from '../async/loaded.js';
import { ConfigurationError } from '../errors/errors.js';
import type { Formats } from './format-input.js';
import type { SchemaInput } from './schema-input.js';

/** Where a request may have schemas. */
interface RequestWithSchemas {
  readonly schema?: SchemaInput | null | undefined;
  readonly formats?: Formats | undefined;
  readonly scrapeOptions?: { readonly formats?: Formats | undefined } | undefined;
}

/** An object of the request that has a schema. */
interface SchemaPlace {
  readonly holder: { schema: SchemaInput };
  /** The path of the schema in the request. */
  readonly path: string;
}

/**
 * Turns a request into the body that is sent: each schema becomes JSON Schema. Only then it is a function, because the code
 * for that is loaded with the first schema.
 *
 * @throws ConfigurationError when the formats are no list of formats, and from the function when a schema cannot be converted.
 */
export function toWireBody<Body>(request: object): Body | (() => Promise<Body & object>) {
  const scrapeOptions = (request as RequestWithSchemas).scrapeOptions;
  const places: SchemaPlace[] = [];
  const body = copyOf(request, '', places);
  if (scrapeOptions) body.scrapeOptions = copyOf(scrapeOptions, 'scrapeOptions.', places);
  const wireBody = body as Body & object;
  if (!places.length) return wireBody;
  return () =>
    loaded(async () => {
      const { toJsonSchema } = await import('./schemas.js');
      for (const { holder, path } of places) holder.schema = toJsonSchema(holder.schema, path);
      return wireBody;
    });
}

/** A copy of an object that may have a schema or formats. Adds every object with a schema to `places`. */
function copyOf(original: RequestWithSchemas, path: string, places: SchemaPlace[]): Record<string, unknown> {
  const { schema, formats } = original;
  const copy: Record<string, unknown> = { ...original };
  if (schema !== undefined && schema !== null) {
    places.push({ holder: copy as { schema: SchemaInput }, path: `${path}schema` });
  }
  checkTypes(formats, `${path}formats`);
  // An unknown name is sent as it is: the server may know it.
  if (formats) {
    copy.formats = formats.map((format: Formats[number], index) =>
      typeof format === 'string' ? format : copyOf(format as RequestWithSchemas, `${path}formats[${index}].`, places),
    );
  }
  return copy;
}

/** Refuses a value that is not a list of names, or of objects with a `type`. */
export function checkTypes(list: unknown, option: string): void {
  if (list === undefined) return;
  if (!Array.isArray(list))
    throw new ConfigurationError(`${option} must be a list of names, or of objects with a type.`);
  list.forEach((item, index) => {
    if (typeof nameOf(item) === 'string') return;
    throw new ConfigurationError(`${option}[${index}] must be a name, or an object with a type.`);
  });
}

/** The name of an item of a list of formats or sources: its `type` if it is an object. Without types it may be anything. */
export const nameOf = (item: string | { readonly type: string }): string =>
  typeof item === 'object' ? item?.type : item;
