import { ConfigurationError } from '../errors/configuration-error.js';

/**
 * The bounds of a value. Of an object those of its fields, by their names; of all else the most and the least that it may
 * be, which of a text or a list is its length, and then the bounds of what is in it.
 */
export type Bounds = Fields | readonly [most: number, least?: number, inside?: Bounds];

type Fields = { readonly [field: string]: Bounds };

/** Refuses what the contract's limits make certain to fail, before anything is sent. `name` is the place of the value. */
export function checkBounds(value: unknown, bounds: Bounds | undefined, name = ''): void {
  if (!bounds || value === undefined || value === null) return;
  if (!isOwn(bounds)) {
    for (const [field, inner] of Object.entries(value)) {
      checkBounds(inner, bounds[field], name ? `${name}.${field}` : field);
    }
    return;
  }
  const [most, least = -Infinity, inside] = bounds;
  const isText = typeof value === 'string';
  // Characters as JSON Schema counts them: `length` counts an emoji twice.
  const size = isText ? [...value].length : Array.isArray(value) ? value.length : value;
  if (typeof size === 'number' && !(size >= least && size <= most)) {
    const [side, bound] = size > most ? ['most', most] : ['least', least];
    const unit = isText ? ' character' : size === value ? '' : ' item';
    const units = unit && (bound === 1 ? unit : `${unit}s`);
    throw new ConfigurationError(`${name} must be at ${side} ${bound}${units}, not ${size}.`);
  }
  if (Array.isArray(value)) value.forEach((item, index) => void checkBounds(item, inside, `${name}[${index}]`));
}

/** `Array.isArray` would not tell the compiler, for it is one that cannot be changed. */
const isOwn = (bounds: Bounds): bounds is Exclude<Bounds, Fields> => Array.isArray(bounds);
