import { isDeepStrictEqual } from 'node:util';

/** What a key said before and says now; null where it was not there. */
export interface KeyChange {
  readonly previous: unknown;
  readonly current: unknown;
}

/** Every key whose value changed, at the top of the two objects; undefined when none did. */
export function diffKeys(previous: unknown, current: unknown): Record<string, KeyChange> | undefined {
  const [before, after] = [fieldsOf(previous), fieldsOf(current)];
  const changed = [...new Set([...Object.keys(before), ...Object.keys(after)])]
    .filter((key) => !isDeepStrictEqual(before[key], after[key]))
    .map((key) => [key, { previous: before[key] ?? null, current: after[key] ?? null }] as const);
  return changed.length ? Object.fromEntries(changed) : undefined;
}

/** What is extracted need not be an object: then it is compared as a whole, under one name. */
function fieldsOf(value: unknown): Record<string, unknown> {
  if (value === null || value === undefined) return {};
  return typeof value === 'object' && !Array.isArray(value) ? (value as Record<string, unknown>) : { value };
}
