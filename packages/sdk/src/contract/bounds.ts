import { ConfigurationError } from '../errors/errors.js';

/**
 * The bounds of a value. For an object: the bounds of its fields. For a number: its minimum and maximum. For a string and
 * a list: the minimum and maximum of its length, then `''` for a string, or the bounds of the items for a list. `'>'` after
 * those of a number says that it has to be more than its minimum.
 */
export type Bounds = Fields | readonly [least?: number, most?: number, inside?: '' | '>' | Bounds];

/** The bounds of an option that is a time or a count. A negative time would retry at once, again and again. */
export const FROM_ZERO: Bounds = [0];

/** Where a value stands: names of fields and indexes of lists. */
type Path = readonly (string | number)[];

type Fields = { readonly [field: string]: Bounds };

/**
 * Refuses a value that the contract does not allow, before anything is sent. `path` is that of the value. In a query,
 * numbers as text are not checked: they come from a link of the server.
 */
export function checkBounds(value: unknown, bounds: Bounds | undefined, path: Path = [], isQuery = false): void {
  if (!bounds || value === undefined || value === null) return;
  if (!isOwn(bounds)) {
    for (const [field, inner] of Object.entries(value)) {
      checkBounds(inner, bounds[field], [...path, field], isQuery);
    }
    return;
  }
  const [least = -Infinity, most = Infinity, inside] = bounds;
  const isNumber = inside === undefined || inside === '>';
  if (isQuery && typeof value === 'string' && isNumber) return;
  const [kind, unit] = isNumber ? NUMBER : inside === '' ? STRING : LIST;
  if ((Array.isArray(value) ? 'list' : typeof value) !== kind) {
    throw refusal(path, `must be a ${kind}, not ${JSON.stringify(value)}.`);
  }
  // Characters as JSON Schema counts them: `length` counts an emoji twice.
  const items = unit ? [...(value as Iterable<unknown>)] : [];
  const size = unit ? items.length : (value as number);
  const isExclusive = inside === '>';
  if (!((isExclusive ? size > least : size >= least) && size <= most)) {
    const [side, bound] = size > most ? ['at most', most] : [isExclusive ? 'more than' : 'at least', least];
    throw refusal(path, `must be ${side} ${bound}${unit}${unit && bound !== 1 ? 's' : ''}, not ${size}.`);
  }
  if (!isNumber && inside) items.forEach((item, index) => void checkBounds(item, inside, [...path, index], isQuery));
}

function refusal(path: Path, message: string): ConfigurationError {
  return new ConfigurationError(`${nameOf(path)} ${message}`, { issues: [{ path, message }] });
}

/** A path as in a program: `formats[0].question`. */
const nameOf = (path: Path): string =>
  path.map((key, index) => (typeof key === 'number' ? `[${key}]` : index ? `.${key}` : key)).join('');

/** The kind of a value, and the unit of its size. */
const NUMBER = ['number', ''];
const STRING = ['string', ' character'];
const LIST = ['list', ' item'];

/** `Array.isArray` does not narrow a readonly array. */
const isOwn = (bounds: Bounds): bounds is Exclude<Bounds, Fields> => Array.isArray(bounds);
