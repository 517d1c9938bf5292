import { ConfigurationError } from '../errors/configuration-error.js';
import { bounds } from '../generated/bounds.js';

/** The bounds of a value: of a number itself, of the length of a text or a list; of its fields; of its items. */
export interface Bounds {
  readonly least?: number;
  readonly most?: number;
  readonly fields?: Readonly<Record<string, Bounds>>;
  readonly items?: Bounds;
}

/** Refuses what the contract's limits make certain to fail, before anything is sent. */
export function checkBounds(operation: string, body: unknown): void {
  const bound = bounds[operation];
  if (bound) check(body, bound, '');
}

function check(value: unknown, { least, most, fields, items }: Bounds, name: string): void {
  const isText = typeof value === 'string';
  const isList = Array.isArray(value);
  // Characters as JSON Schema counts them: `length` counts an emoji twice.
  const size = isText ? [...value].length : isList ? value.length : value;
  if (typeof size === 'number') {
    const unit = isText ? 'character' : isList ? 'item' : '';
    if (most !== undefined && size > most) refuse(name, 'at most', most, unit, size);
    if (least !== undefined && size < least) refuse(name, 'at least', least, unit, size);
  }
  if (isList) {
    if (items) value.forEach((item, index) => void check(item, items, `${name}[${index}]`));
  } else if (fields && typeof value === 'object' && value) {
    for (const [field, bound] of Object.entries(fields)) {
      check((value as Record<string, unknown>)[field], bound, name ? `${name}.${field}` : field);
    }
  }
}

function refuse(name: string, side: string, bound: number, unit: string, size: number): never {
  const units = unit && ` ${unit}${bound === 1 ? '' : 's'}`;
  throw new ConfigurationError(`${name} must be ${side} ${bound}${units}, not ${size}.`);
}
