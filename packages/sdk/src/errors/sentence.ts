const MAX_LENGTH = 400;

/** A message of the server on one line: shortened, and without its full stop. */
export function sentence(value: unknown): string {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
  return text.replace(/\s+/g, ' ').slice(0, MAX_LENGTH).replace(/\.$/, '');
}
