/** A URL, of whatever somebody else wrote; undefined when it is none. */
export const parseUrl = (text: string, base?: string | URL): URL | undefined =>
  URL.canParse(text, base) ? new URL(text, base) : undefined;
