/**
 * Stands for the table of languages in the bundle for browsers, which converts HTML alone: a file whose extension is that of no
 * page is something else, whatever its language.
 */
export function languageOfName(filename: string): string | undefined {
  return languageOfExtension(filename) ?? (/\.[a-z][\w+-]*$/i.test(filename) ? 'unknown' : undefined);
}

/** The end of an address says little: pages have many extensions. */
export function languageOfExtension(name: string): string | undefined {
  return /\.(?:html?|xht|xhtml|hta)$/i.test(name) ? 'html' : undefined;
}

/** Of a text with a media type that is not known, it is enough that it is text. */
export function languageOfType(): undefined {
  return undefined;
}
