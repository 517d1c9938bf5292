import type { Fact } from './fact.js';
import { isObject, type Json, valueAt } from './json.js';
import { operationsOf } from './shape.js';

/** By which day something that is deprecated may be gone. */
const SUNSET = 'x-sunset';

/** The day for which a removal was announced, if that day has come. */
export function announcedFor({ kind, node, base }: Fact, today: Date): string | undefined {
  if (kind !== 'removed' || !isObject(base?.value)) return undefined;
  const { value } = base;
  const parts: (Json | undefined)[] =
    node === 'PathItem' ? [...operationsOf(value).values()].map((path) => valueAt(value, path)) : [value];
  const days = parts.map((part) => (isObject(part) && part.deprecated === true ? part[SUNSET] : undefined));
  const last = days.map(String).sort().at(-1);
  const day = today.toISOString().slice(0, 10);
  return days.every((each) => typeof each === 'string' && each <= day) ? last : undefined;
}
