import { isObject } from '../is-object.js';

/**
 * Merges the values of the parts of a page, in the order of the page. Lists are joined without repetition, objects merged
 * by key; where two parts contradict each other, the first one counts, because a page says what it is about at its top.
 */
export function mergeValues(values: readonly unknown[]): unknown {
  return values.reduce((merged, value) => merge(merged, value), undefined);
}

function merge(first: unknown, second: unknown): unknown {
  if (isEmpty(first)) return second ?? first;
  if (isEmpty(second)) return first;
  if (Array.isArray(first) && Array.isArray(second)) return union(first, second);
  if (!isObject(first) || !isObject(second)) return first;
  const names = new Set([...Object.keys(first), ...Object.keys(second)]);
  return Object.fromEntries([...names].map((name) => [name, merge(own(first, name), own(second, name))]));
}

function union(first: readonly unknown[], second: readonly unknown[]): unknown[] {
  const byText = new Map([...first, ...second].map((item) => [JSON.stringify(item), item]));
  return [...byText.values()];
}

function isEmpty(value: unknown): boolean {
  return value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0);
}

function own(value: Record<string, unknown>, name: string): unknown {
  return Object.hasOwn(value, name) ? value[name] : undefined;
}
