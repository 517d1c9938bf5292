import { ConfigurationError } from '../errors/configuration-error.js';

/**
 * The bounds of a value. Of an object those of its fields, by their names; of all else the most and the least that it may
 * be: a number, unless there is something inside. Then it is the length of a text, or of a list and its items' bounds.
 */
export type Bounds = Fields | readonly [most?: number, least?: number, inside?: '' | Bounds];

type Fields = { readonly [field: string]: Bounds };

/**
 * Refuses what the contract's limits make certain to fail, before anything is sent. `name` is the place of the value. The
 * query of a link has its numbers as text: they are the server's own.
 */
export function checkBounds(value: unknown, bounds: Bounds | undefined, isQuery = false, name = ''): void {
  if (!bounds || value === undefined || value === null) return;
  if (!isOwn(bounds)) {
    for (const [field, inner] of Object.entries(value)) {
      checkBounds(inner, bounds[field], isQuery, name ? `${name}.${field}` : field);
    }
    return;
  }
  const [most = Infinity, least = -Infinity, inside] = bounds;
  const isText = typeof value === 'string';
  if (isQuery && isText && inside === undefined) return;
  const kind = inside === undefined ? 'number' : inside === '' ? 'string' : 'list';
  if ((Array.isArray(value) ? 'list' : typeof value) !== kind) {
    throw new ConfigurationError(`${name} must be a ${kind}, not ${JSON.stringify(value)}.`);
  }
  // Characters as JSON Schema counts them: `length` counts an emoji twice.
  const size = Number(isText ? [...value].length : Array.isArray(value) ? value.length : value);
  if (!(size >= least && size <= most)) {
    const [side, bound] = size > most ? ['most', most] : ['least', least];
    const unit = { number: '', string: ' character', list: ' item' }[kind];
    const units = unit && (bound === 1 ? unit : `${unit}s`);
    throw new ConfigurationError(`${name} must be at ${side} ${bound}${units}, not ${size}.`);
  }
  if (inside && Array.isArray(value)) {
    value.forEach((item, index) => void checkBounds(item, inside, isQuery, `${name}[${index}]`));
  }
}

/** `Array.isArray` would not tell the compiler, for it is one that cannot be changed. */
const isOwn = (bounds: Bounds): bounds is Exclude<Bounds, Fields> => Array.isArray(bounds);
