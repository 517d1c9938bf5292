import type {
  ChangeTrackingFormat,
  DeterministicJsonFormat,
  FormatName,
  FormatOptions,
  JsonFormat,
  ParseFormat,
  ParseFormatOptions,
} from '@trawl/client';
import type { Misspelt, Suggested } from './requested.js';
import type { SchemaInput } from './schema-input.js';

/** Structured data. With a schema of a schema library, `json` of the result has its type. */
export interface JsonFormatInput extends Omit<JsonFormat, 'schema'> {
  /** A schema of Zod, ArkType or Valibot, or JSON Schema. Null is the same as none. */
  readonly schema?: SchemaInput | null | undefined;
}

/** Structured data that code extracts. With a schema of a schema library, `json` of the result has its type. */
export interface DeterministicJsonFormatInput extends Omit<DeterministicJsonFormat, 'schema'> {
  /** A schema of Zod, ArkType or Valibot, or JSON Schema. Null is the same as none. */
  readonly schema?: SchemaInput | null | undefined;
}

/** What changed since the last scrape. The `schema` of mode `json` may be one of a schema library. */
export interface ChangeTrackingFormatInput extends Omit<ChangeTrackingFormat, 'schema'> {
  /** A schema of Zod, ArkType or Valibot, or JSON Schema. Null is the same as none. */
  readonly schema?: SchemaInput | null | undefined;
}

/** Every format that there is. */
export type FormatType = FormatOptions['type'];

/** The formats that return `json`. */
export type JsonFormatName = 'json' | 'deterministicJson';

type FormatOptionsInput =
  | Exclude<FormatOptions, JsonFormat | DeterministicJsonFormat | ChangeTrackingFormat>
  | JsonFormatInput
  | DeterministicJsonFormatInput
  | ChangeTrackingFormatInput;

type OptionsByType = { [Options in FormatOptionsInput as Options['type']]: Options };

/** A format, by its name or with its options. */
export type FormatInput = FormatName | OptionsByType[FormatType];

/** A list of formats. With a plain `string[]`, all fields of the result are optional. */
export type Formats = readonly (FormatInput | (string & {}))[];

/** The formats that a file can have. */
export type ParseFormatInput =
  | Extract<ParseFormat, string>
  | Exclude<ParseFormatOptions, JsonFormat | DeterministicJsonFormat>
  | JsonFormatInput
  | DeterministicJsonFormatInput;

/** A list of formats of a file. */
export type ParseFormats = readonly (ParseFormatInput | (string & {}))[];

/**
 * The formats themselves. If one is misspelt, the allowed formats instead, so that the compiler names the mistake: a type
 * parameter alone would accept an unknown option.
 */
export type RequestedFormats<F extends Formats, Allowed = FormatInput> = [
  Misspelt<F[number], Allowed, OptionsByType>,
] extends [never]
  ? F | Suggested<Allowed> | undefined
  : readonly Allowed[] | undefined;

/** A request of the contract whose formats decide what comes back. */
export type WithFormats<Request, F extends Formats, Allowed = FormatInput> = Omit<Request, 'formats'> & {
  /** The formats to return, by name or with options. The result has these. Default: Markdown. */
  readonly formats?: RequestedFormats<F, Allowed>;
};
