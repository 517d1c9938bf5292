/** Lower case without accents. The length stays the same, so that positions are valid in the original text. */
export function folded(text: string): string {
  // `İ` is the only letter whose lower case has two characters.
  return text
    .replace(/İ/g, 'I')
    .toLowerCase()
    .replace(/[\u00C0-\u024F\u1E00-\u1EFF]/g, (letter) => letter.normalize('NFD')[0] ?? letter);
}
