const UTF8 = new TextDecoder('utf-8', { fatal: true });

/** The value of a header whose bytes may be UTF-8: HTTP reads them as Latin-1, and many servers write URLs as they are. */
export function utf8Header(value: string): string {
  try {
    return UTF8.decode(Buffer.from(value, 'latin1'));
  } catch {
    return value;
  }
}
