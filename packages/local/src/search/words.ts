/**
 * Scripts that put no spaces between words (Thai to Burmese, Khmer, Chinese and Japanese), and Korean, whose words
 * take endings: each character is indexed as a word of its own, and a word of them is looked for as a phrase.
 */
const UNSPACED =
  /[\u0E00-\u0EFF\u1000-\u109F\u1780-\u17FF\u3005-\u3007\u3040-\u30FF\u3400-\u9FFF\uAC00-\uD7AF\uF900-\uFAFF]|[\uD840-\uD8BF][\uDC00-\uDFFF]/g;

/** Text as the index takes it. */
export function indexable(text: string): string {
  return text.replace(UNSPACED, ' $& ');
}

/** A string of the index's own query language: the words one after the other, whatever characters they are made of. */
export function ftsPhrase(text: string): string {
  // Nothing but letters, digits and what holds words together ever reaches the language, so nothing can be said in it.
  return `"${indexable(text.replace(/[^\p{L}\p{M}\p{N}\p{Co}]+/gu, ' ')).trim()}"`;
}

/** Lower case and without accents, in as many characters as before, so that places in it are places in the text. */
export function folded(text: string): string {
  // The one letter that becomes two.
  return text
    .replace(/İ/g, 'I')
    .toLowerCase()
    .replace(/[\u00C0-\u024F\u1E00-\u1EFF]/g, (letter) => letter.normalize('NFD')[0] ?? letter);
}
