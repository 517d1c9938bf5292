import type {
  ChangeTrackingFormat,
  FormatName,
  FormatOptions,
  JsonFormat,
  ParseFormat,
  ParseFormatOptions,
} from '@trawl/client';
import type { Misspelt, Suggested } from './requested.js';
import type { SchemaInput } from './schema-input.js';

/** Structured data, whose `schema` may be one of a schema library: `json` of the result then has its type. */
export interface JsonFormatInput extends Omit<JsonFormat, 'schema'> {
  /** A schema of Zod, ArkType or Valibot, or JSON Schema. */
  readonly schema?: SchemaInput;
}

/** What changed since the last scrape; the `schema` of mode `json` may be one of a schema library. */
export interface ChangeTrackingFormatInput extends Omit<ChangeTrackingFormat, 'schema'> {
  /** A schema of Zod, ArkType or Valibot, or JSON Schema. */
  readonly schema?: SchemaInput;
}

/** Every format that there is. */
export type FormatType = FormatOptions['type'];

type FormatOptionsInput =
  | Exclude<FormatOptions, JsonFormat | ChangeTrackingFormat>
  | JsonFormatInput
  | ChangeTrackingFormatInput;

type OptionsByType = { [Options in FormatOptionsInput as Options['type']]: Options };

/** A format, by its name or with its options. */
export type FormatInput = FormatName | OptionsByType[FormatType];

/** Formats, as known to the compiler or not: the result of a plain `string[]` has everything, but maybe. */
export type Formats = readonly (FormatInput | (string & {}))[];

/** The formats that a file can have. */
export type ParseFormatInput = Extract<ParseFormat, string> | Exclude<ParseFormatOptions, JsonFormat> | JsonFormatInput;

/** Formats of a file, as known to the compiler or not. */
export type ParseFormats = readonly (ParseFormatInput | (string & {}))[];

/**
 * The formats themselves. With something misspelt in them they are compared with what is allowed instead, so that the
 * error of the compiler names what is wrong: a type parameter alone would take an unknown option for one of its own.
 */
export type RequestedFormats<F extends Formats, Allowed = FormatInput> = [
  Misspelt<F[number], Allowed, OptionsByType>,
] extends [never]
  ? F | Suggested<Allowed>
  : readonly Allowed[];

/** A request of the contract whose formats decide what comes back. */
export type WithFormats<Request, F extends Formats, Allowed = FormatInput> = Omit<Request, 'formats'> & {
  /** The formats to return, by name or with options; Markdown unless told otherwise. The result has what is asked for. */
  readonly formats?: RequestedFormats<F, Allowed>;
};
