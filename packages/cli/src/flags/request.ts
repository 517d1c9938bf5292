import type { Flag } from './flag.js';
import { valueFrom } from './value.js';

/** The texts that were given for each flag, by its name. */
export type FlagTexts = ReadonlyMap<string, readonly string[]>;

/**
 * The request that the flags make, on top of the one of `--body`.
 *
 * @throws UsageError when a value does not fit its flag. Nothing was sent then.
 */
export function requestFrom(
  flags: readonly Flag[],
  values: FlagTexts,
  body: Readonly<Record<string, unknown>> = {},
): Record<string, unknown> {
  const request: Record<string, unknown> = structuredClone(body);
  for (const flag of flags) {
    const texts = values.get(flag.name);
    if (texts) setAt(request, flag.field, valueFrom(flag, texts));
  }
  return request;
}

function setAt(target: Record<string, unknown>, path: readonly string[], value: unknown): void {
  const [key = '', ...rest] = path;
  if (rest.length === 0) {
    target[key] = value;
    return;
  }
  const inner = target[key];
  const next = typeof inner === 'object' && inner !== null ? (inner as Record<string, unknown>) : {};
  target[key] = next;
  setAt(next, rest, value);
}
