import { isDeepStrictEqual } from 'node:util';

/** The previous and the current value of a key; null where the key was missing. */
export interface KeyChange {
  readonly previous: unknown;
  readonly current: unknown;
}

/** The top-level keys whose values differ; undefined when none do. */
export function diffKeys(previous: unknown, current: unknown): Record<string, KeyChange> | undefined {
  const [before, after] = [fieldsOf(previous), fieldsOf(current)];
  const changedFields = [...new Set([...Object.keys(before), ...Object.keys(after)])]
    .filter((key) => !isDeepStrictEqual(before[key], after[key]))
    .map((key) => [key, { previous: before[key] ?? null, current: after[key] ?? null }] as const);
  return changedFields.length ? Object.fromEntries(changedFields) : undefined;
}

/** Extracted data that is no object is compared as a whole, under the key `value`. */
function fieldsOf(value: unknown): Record<string, unknown> {
  if (value === null || value === undefined) return {};
  return typeof value === 'object' && !Array.isArray(value) ? (value as Record<string, unknown>) : { value };
}
