import { ConfigurationError } from '../errors/errors.js';

/** The bounds of a value. */
export interface Bounds {
  /** The kind that the value must have. Undefined where only its fields are bounded. */
  readonly kind?: keyof typeof UNITS;
  /** The minimum of a number, or of the length of a string or a list. */
  readonly min?: number;
  /** The value must be more than this. */
  readonly above?: number;
  readonly max?: number;
  /** The bounds of each item of a list. */
  readonly items?: Bounds;
  /** The bounds of the fields of an object. */
  readonly fields?: Readonly<Record<string, Bounds>>;
}

/** The unit of a size, by the kind of the value; empty for a number. */
const UNITS = { number: '', string: 'character', list: 'item' };

/** The bounds of an option that is a time or a count. A negative time would retry at once, again and again. */
export const FROM_ZERO: Bounds = { kind: 'number', min: 0 };

/** Where a value is: names of fields and indexes of lists. */
type Path = readonly (string | number)[];

/**
 * Refuses a value that the contract does not allow, before anything is sent. `path` is that of the value. In a query,
 * numbers as text are not checked: they come from a link of the server.
 */
export function checkBounds(value: unknown, bounds: Bounds | undefined, path: Path = [], isQuery = false): void {
  if (!bounds || value === undefined || value === null) return;
  const { kind, items, fields } = bounds;
  if (fields) {
    for (const [field, inner] of Object.entries(value)) checkBounds(inner, fields[field], [...path, field], isQuery);
  }
  if (!kind || (isQuery && kind === 'number' && typeof value === 'string')) return;
  if (kind !== (Array.isArray(value) ? 'list' : typeof value)) throw wrongKind(path, kind, value);
  // Characters as JSON Schema counts them: `length` counts an emoji twice.
  const size = typeof value === 'number' ? value : [...(value as Iterable<unknown>)].length;
  checkSize(size, UNITS[kind], bounds, path);
  if (items) {
    (value as unknown[]).forEach((item, index) => {
      checkBounds(item, items, [...path, index], isQuery);
    });
  }
}

/** `NaN` is also refused, because it is neither below nor above a bound. */
function checkSize(
  size: number,
  unit: string,
  { min = -Infinity, above = -Infinity, max = Infinity }: Bounds,
  path: Path,
): void {
  if (size >= min && size > above && size <= max) return;
  const [limit, bound] = size > max ? ['at most', max] : above > min ? ['more than', above] : ['at least', min];
  const unitText = unit && ` ${unit}${bound === 1 ? '' : 's'}`;
  throw refusal(path, `must be ${limit} ${bound}${unitText}, not ${size}.`);
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
