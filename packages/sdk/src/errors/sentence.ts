const MAX_LENGTH = 400;

/** The server's words on one line, of bearable length, and without the full stop that we put there. */
export function sentence(value: unknown): string {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
  return text.replace(/\s+/g, ' ').slice(0, MAX_LENGTH).replace(/\.$/, '');
}
