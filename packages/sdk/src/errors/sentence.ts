const MOST_WORDS = 400;

/** The server's words on one line, of bearable length, and without the full stop that we put there. */
export function sentence(said: unknown): string {
  const text = typeof said === 'string' ? said : (JSON.stringify(said) ?? '');
  return text.replace(/\s+/g, ' ').slice(0, MOST_WORDS).replace(/\.$/, '');
}
