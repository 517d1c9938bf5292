/**
 * How the value of a flag is written: `strings` is a list of texts, separated by commas or given several times; an item of
 * `items` is a name or a JSON object; `json` is JSON, or `@FILE` for a file that has it.
 */
export type FlagKind = 'boolean' | 'integer' | 'number' | 'string' | 'strings' | 'items' | 'json';

/** An object that an item of a list can be, told apart by its `type`. */
export interface ObjectKind {
  readonly type: string;
  readonly required: readonly string[];
  /** Its other fields, with their JSON types; `any` where there are several. */
  readonly fields: Readonly<Record<string, string>>;
}

/** A flag that sets a field of the request. All of them are generated from the contract. */
export interface Flag {
  /** The name without the two hyphens. The name of a time ends with its unit. */
  readonly name: string;
  /** Where the value stands in the request. */
  readonly field: readonly string[];
  readonly kind: FlagKind;
  /** What the contract says of the field. */
  readonly help: string;
  /** Its first sentence, if it has several. */
  readonly summary?: string;
  /** The names that the value, or an item of the list, can be. */
  readonly choices?: readonly string[];
  /** The objects that an item of the list can be. */
  readonly objects?: readonly ObjectKind[];
  readonly min?: number;
  /** What a number has to be more than. */
  readonly exclusiveMin?: number;
  readonly max?: number;
  readonly default?: unknown;
  /** The service refuses a request without it. */
  readonly required?: boolean;
}

/**
 * The same flags for an object inside of a request.
 *
 * @param usedNames - The names that flags of the request itself have: these get the prefix.
 */
export const flagsIn = (field: string, prefix: string, flags: readonly Flag[], usedNames: readonly string[]): Flag[] =>
  flags.map((flag) => ({
    ...flag,
    name: usedNames.includes(flag.name) ? `${prefix}-${flag.name}` : flag.name,
    field: [field, ...flag.field],
  }));
