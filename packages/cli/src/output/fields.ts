import { UsageError } from '../usage-error.js';

/**
 * Only the fields that are named, such as `markdown,metadata.title`. Of a list, those of each item.
 *
 * @throws UsageError when there is no such field in the answer.
 */
export function pickFields(value: unknown, names: readonly string[]): unknown {
  if (Array.isArray(value)) return value.map((item) => pickFields(item, names));
  const picked = Object.fromEntries(names.map((name) => [name, at(value, name.split('.'))]));
  if (Object.values(picked).every((field) => field === undefined)) {
    const known = typeof value === 'object' && value !== null ? Object.keys(value).join(', ') : 'none';
    throw new UsageError(`--fields ${names.join(',')}: the answer has none of these. It has: ${known}.`);
  }
  return picked;
}

const at = (value: unknown, path: readonly string[]): unknown =>
  path.reduce<unknown>((here, key) => (here as Record<string, unknown> | null | undefined)?.[key], value);
