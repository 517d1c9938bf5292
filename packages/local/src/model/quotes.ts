/** Whether a text says these words, whatever marks and spaces stand between them. */
export function isQuoteOf(text: string, quote: string): boolean {
  const words = plain(quote);
  return words !== '' && plain(text).includes(words);
}

/** Letters and digits alone: models leave out the marks of Markdown, and write other spaces and quotation marks. */
export function plain(text: string): string {
  return text
    .replace(/\]\([^)]*\)/g, ' ')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}
