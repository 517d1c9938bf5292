const MAX_LENGTH = 160;

/** What stands before the word that was found. */
const BEFORE = 50;

/** The part of a text that shows why it was found: around the first of the words, or its beginning. */
export function passage(text: string, query: string): string {
  if (text.length <= MAX_LENGTH) return text;
  const lower = text.toLowerCase();
  const places = query
    .toLowerCase()
    .split(/\s+/)
    .map((word) => lower.indexOf(word))
    .filter((place) => place >= 0);
  const startIndex = Math.max(0, Math.min(...places, text.length) - BEFORE);
  const start = places.length === 0 || startIndex === 0 ? 0 : text.indexOf(' ', startIndex) + 1;
  const isEnd = start + MAX_LENGTH >= text.length;
  const end = isEnd ? text.length : text.lastIndexOf(' ', start + MAX_LENGTH);
  return `${start > 0 ? '… ' : ''}${text.slice(start, end)}${isEnd ? '' : ' …'}`;
}
