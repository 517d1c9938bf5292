/**
 * Scripts without spaces between words (Thai to Burmese, Khmer, Chinese and Japanese), and Korean, whose words take
 * endings. Each character is indexed as a word of its own, and a search for a word becomes a search for a phrase.
 */
const UNSPACED_SCRIPTS =
  /[\u0E00-\u0EFF\u1000-\u109F\u1780-\u17FF\u3005-\u3007\u3040-\u30FF\u3400-\u9FFF\uAC00-\uD7AF\uF900-\uFAFF]|[\uD840-\uD8BF][\uDC00-\uDFFF]/g;

/** Prepares text for the index: characters of unspaced scripts become separate words. */
export function indexable(text: string): string {
  return text.replace(UNSPACED_SCRIPTS, ' $& ');
}

/** Quotes text as a phrase in the query language of the index. */
export function ftsPhrase(text: string): string {
  // Only letters, marks, digits and private-use characters remain, so that text cannot inject query syntax.
  return `"${indexable(text.replace(/[^\p{L}\p{M}\p{N}\p{Co}]+/gu, ' ')).trim()}"`;
}

/** Lower case without accents. The length stays the same, so that positions are valid in the original text. */
export function folded(text: string): string {
  // `İ` is the only letter whose lower case has two characters.
  return text
    .replace(/İ/g, 'I')
    .toLowerCase()
    .replace(/[\u00C0-\u024F\u1E00-\u1EFF]/g, (letter) => letter.normalize('NFD')[0] ?? letter);
}
