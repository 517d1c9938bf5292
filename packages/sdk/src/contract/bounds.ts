import { ConfigurationError } from '../errors/errors.js';

/** The bounds of a value. */
export interface Bounds {
  /**
   * The kind that the value must have: a `schema` is JSON Schema or what can be turned into it, and a `choice` a name, or an
   * object with that as its `type`. Undefined where only its fields are bounded.
   */
  readonly kind?: keyof typeof UNITS | 'schema' | 'choice';
  /** The minimum of a number, or of the length of a string or a list. */
  readonly min?: number;
  /** The value must be more than this. */
  readonly above?: number;
  readonly max?: number;
  /** Whether the text is in capitals. */
  readonly isUpper?: boolean;
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
export type Path = readonly (string | number)[];

/** How a value is checked. */
interface Check {
  /** Whether it is a query. There, numbers as text are not checked: they come from a link of the server. */
  readonly isQuery?: boolean;
  /** Gets what has to be written in another way. */
  readonly rewrites?: Rewrites;
}

/** The paths in a request of what has to be written in another way before it is sent. */
export interface Rewrites {
  readonly schemas: Path[];
  /** Text that the contract has in capitals. */
  readonly capitals: Path[];
}

/** Refuses a value that the contract does not allow, before anything is sent. `path` is that of the value. */
export function checkBounds(value: unknown, bounds: Bounds | undefined, path: Path = [], check: Check = {}): void {
  if (!bounds || value === undefined) return;
  const { kind, items, fields } = bounds;
  if (items?.kind === 'choice' && !Array.isArray(value)) {
    throw refusal(path, 'must be a list of names, or of objects with a type.');
  }
  // `forEach` would pass over what a list lacks.
  if (items?.kind === 'choice') checkChoices([...(value as unknown[])], path);
  if (value === null) return;
  if (kind === 'schema') {
    check.rewrites?.schemas.push(path);
    return;
  }
  if (fields && typeof value === 'object') {
    for (const [field, inner] of Object.entries(value)) checkBounds(inner, fields[field], [...path, field], check);
  }
  if (!kind || kind === 'choice' || (check.isQuery && kind === 'number' && typeof value === 'string')) return;
  if (kind !== (Array.isArray(value) ? 'list' : typeof value)) throw wrongKind(path, kind, value);
  if (bounds.isUpper) check.rewrites?.capitals.push(path);
  // Characters as JSON Schema counts them: `length` counts an emoji twice.
  const size = typeof value === 'number' ? value : [...(value as Iterable<unknown>)].length;
  checkSize(size, UNITS[kind], bounds, path);
  if (items) {
    (value as unknown[]).forEach((item, index) => {
      checkBounds(item, items, [...path, index], check);
    });
  }
}

function checkChoices(list: readonly unknown[], path: Path): void {
  list.forEach((item, index) => {
    if (typeof choiceOf(item) === 'string') return;
    throw refusal([...path, index], 'must be a name, or an object with a type.');
  });
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

/** The name of an item of a list of formats or sources: its `type` if it is an object. Without types it may be anything. */
export const choiceOf = (item: unknown): unknown =>
  typeof item === 'object' ? (item as { type?: unknown } | null)?.type : item;

/** A path as in a program: `formats[0].question`. */
export const nameOf = (path: Path): string =>
  path.map((key, index) => (typeof key === 'number' ? `[${key}]` : index ? `.${key}` : key)).join('');
