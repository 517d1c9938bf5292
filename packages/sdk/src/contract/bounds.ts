import { ConfigurationError } from '../errors/errors.js';

/**
 * The bounds of a value. Of an object those of its fields, by their names; of all else the most and the least that it may
 * be: a number, unless there is something inside. Then it is the length of a text, or of a list and its items' bounds.
 */
export type Bounds = Fields | readonly [most?: number, least?: number, inside?: '' | Bounds];

/** A time or a count that an option gives: a negative time would mean at once, and over and over again. */
export const FROM_ZERO: Bounds = [Infinity, 0];

type Fields = { readonly [field: string]: Bounds };

/**
 * Refuses what the contract's limits make certain to fail, before anything is sent. `name` is the place of the value. The
 * query of a link has its numbers as text: they are the server's own.
 */
export function checkBounds(value: unknown, bounds: Bounds | undefined, name = '', isQuery = false): void {
  if (!bounds || value === undefined || value === null) return;
  if (!isOwn(bounds)) {
    for (const [field, inner] of Object.entries(value)) {
      checkBounds(inner, bounds[field], name ? `${name}.${field}` : field, isQuery);
    }
    return;
  }
  const [most = Infinity, least = -Infinity, inside] = bounds;
  if (isQuery && typeof value === 'string' && inside === undefined) return;
  const [kind, unit] = inside === undefined ? NUMBER : inside === '' ? STRING : LIST;
  if ((Array.isArray(value) ? 'list' : typeof value) !== kind) {
    throw new ConfigurationError(`${name} must be a ${kind}, not ${JSON.stringify(value)}.`);
  }
  // Characters as JSON Schema counts them: `length` counts an emoji twice.
  const items = unit ? [...(value as Iterable<unknown>)] : [];
  const size = unit ? items.length : (value as number);
  if (!(size >= least && size <= most)) {
    const [side, bound] = size > most ? ['most', most] : ['least', least];
    throw new ConfigurationError(
      `${name} must be at ${side} ${bound}${unit}${unit && bound !== 1 ? 's' : ''}, not ${size}.`,
    );
  }
  if (inside) items.forEach((item, index) => void checkBounds(item, inside, `${name}[${index}]`, isQuery));
}

/** What a value has to be, and in what it is measured. */
const NUMBER = ['number', ''];
const STRING = ['string', ' character'];
const LIST = ['list', ' item'];

/** `Array.isArray` would not tell the compiler, for it is one that cannot be changed. */
const isOwn = (bounds: Bounds): bounds is Exclude<Bounds, Fields> => Array.isArray(bounds);
