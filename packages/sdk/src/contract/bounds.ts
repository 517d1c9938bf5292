import { ConfigurationError } from '../errors/errors.js';

/** The bounds of a value: the keywords of JSON Schema that state them. */
export interface Bounds {
  readonly minimum?: number;
  readonly exclusiveMinimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  /** The bounds of each item of a list. */
  readonly items?: Bounds;
  /** The bounds of the fields of an object. */
  readonly properties?: Readonly<Record<string, Bounds>>;
}

/** The bounds of an option that is a time or a count. A negative time would retry at once, again and again. */
export const FROM_ZERO: Bounds = { minimum: 0 };

/** Where a value is: names of fields and indexes of lists. */
type Path = readonly (string | number)[];

/** The size that a bound limits: the value of a number, or the length of a string or a list. */
interface Size {
  readonly value: number;
  /** The unit of the size; empty for a number. */
  readonly unit: string;
  readonly min?: number | undefined;
  /** The value must be more than this. */
  readonly above?: number | undefined;
  readonly max?: number | undefined;
}

/**
 * Refuses a value that the contract does not allow, before anything is sent. `path` is that of the value. In a query,
 * numbers as text are not checked: they come from a link of the server.
 */
export function checkBounds(value: unknown, bounds: Bounds | undefined, path: Path = [], isQuery = false): void {
  if (!bounds || value === undefined || value === null) return;
  const { minimum, exclusiveMinimum, maximum, minLength, maxLength, minItems, maxItems, items, properties } = bounds;
  if (properties) {
    for (const [field, inner] of Object.entries(value)) {
      checkBounds(inner, properties[field], [...path, field], isQuery);
    }
  }
  if (minimum !== undefined || exclusiveMinimum !== undefined || maximum !== undefined) {
    if (isQuery && typeof value === 'string') return;
    if (typeof value !== 'number') throw wrongKind(path, 'number', value);
    checkSize({ value, unit: '', min: minimum, above: exclusiveMinimum, max: maximum }, path);
  }
  if (minLength !== undefined || maxLength !== undefined) {
    if (typeof value !== 'string') throw wrongKind(path, 'string', value);
    // Characters as JSON Schema counts them: `length` counts an emoji twice.
    checkSize({ value: [...value].length, unit: 'character', min: minLength, max: maxLength }, path);
  }
  if (minItems !== undefined || maxItems !== undefined || items) {
    if (!Array.isArray(value)) throw wrongKind(path, 'list', value);
    checkSize({ value: value.length, unit: 'item', min: minItems, max: maxItems }, path);
    value.forEach((item, index) => {
      checkBounds(item, items, [...path, index], isQuery);
    });
  }
}

/** `NaN` is also refused, because it is neither below nor above a bound. */
function checkSize({ value, unit, min = -Infinity, above = -Infinity, max = Infinity }: Size, path: Path): void {
  if (value >= min && value > above && value <= max) return;
  const [limit, bound] = value > max ? ['at most', max] : above > min ? ['more than', above] : ['at least', min];
  const unitText = unit && ` ${unit}${bound === 1 ? '' : 's'}`;
  throw refusal(path, `must be ${limit} ${bound}${unitText}, not ${value}.`);
}

function wrongKind(path: Path, kind: string, value: unknown): ConfigurationError {
  return refusal(path, `must be a ${kind}, not ${JSON.stringify(value)}.`);
}

function refusal(path: Path, message: string): ConfigurationError {
  return new ConfigurationError(`${nameOf(path)} ${message}`, { issues: [{ path, message }] });
}

/** A path as in a program: `formats[0].question`. */
const nameOf = (path: Path): string =>
  path.map((key, index) => (typeof key === 'number' ? `[${key}]` : index ? `.${key}` : key)).join('');
