/**
 * Only the fields that are named, such as `markdown` or `metadata.title`, under these names. A field of a list, such as
 * `web.url`, has that of each item. What the answer does not have is null, so that every line has the same fields.
 *
 * @example
 * pickFields({ web: [{ url: 'https://example.com' }] }, ['web.url', 'news']); // { 'web.url': ['https://…'], news: null }
 */
export function pickFields(value: unknown, names: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(names.map((name) => [name, fieldAt(value, name.split('.')) ?? null]));
}

function fieldAt(value: unknown, [key, ...rest]: readonly string[]): unknown {
  if (key === undefined) return value;
  if (Array.isArray(value)) return value.map((item) => fieldAt(item, [key, ...rest]) ?? null);
  return typeof value === 'object' && value !== null && Object.hasOwn(value, key)
    ? fieldAt((value as Record<string, unknown>)[key], rest)
    : undefined;
}
