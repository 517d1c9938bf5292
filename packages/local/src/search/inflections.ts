/** English stop words: they distinguish pages only inside a phrase. */
const STOP_WORDS = new Set(
  'a about all also an and any are as at be been but by can do does for from had has have he her hers him his how i if in into is it its me more most my no not of on or other our out she so some than that the their them then there these they this to up us was we were what when where which who why will with would you your'.split(
    ' ',
  ),
);

const DOUBLED = /([bdgmnprt])\1$/;

/** The English base forms that a word may come from, or the word itself. */
function lemmasOf(word: string): string[] {
  if (/(?:[^aeiou]ies)$/.test(word)) return [word.replace(/ies$/, 'y')];
  if (/(?:ss|sh|ch|x|zz)es$/.test(word)) return [word.slice(0, -2)];
  if (/[^sui]s$/.test(word)) return [word.slice(0, -1)];
  const bare = word.replace(/(?:ing|ed)$/, '');
  // The rest of `thing` or `bed` is no verb.
  if (bare === word || bare.length < 3 || !/[aeiouy]/.test(bare)) return [word];
  if (/i$/.test(bare)) return [bare.replace(/i$/, 'y')];
  return DOUBLED.test(bare) ? [bare, bare.slice(0, -1)] : [bare, `${bare}e`];
}

function formsOf(lemma: string): string[] {
  if (/[^aeiou]y$/.test(lemma)) {
    const start = lemma.slice(0, -1);
    return [lemma, `${start}ies`, `${start}ied`, `${lemma}ing`];
  }
  if (/e$/.test(lemma)) return [lemma, `${lemma}s`, `${lemma}d`, `${lemma.slice(0, -1)}ing`];
  // One vowel before one consonant: `run`, `running`; long words seldom double.
  const start = /^[^aeiou]*[aeiou][bdgmnprt]$/.test(lemma) ? lemma + lemma.at(-1) : lemma;
  return [lemma, lemma + (/(?:s|sh|ch|x|z)$/.test(lemma) ? 'es' : 's'), `${start}ed`, `${start}ing`];
}

/** Other forms of an English word, such as `parses` and `parsing` for `parse`. */
export function inflectionsOf(word: string): string[] {
  const lower = word.toLowerCase();
  if (!/^[a-z]{3,}$/.test(lower)) return [];
  // Without this, `herring` would be a form of `her`.
  const lemmas = lemmasOf(lower).filter((lemma) => !STOP_WORDS.has(lemma));
  const forms = new Set(lemmas.flatMap(formsOf));
  forms.delete(lower);
  return [...forms];
}

/** The common prefix of all forms of a word, for finding them in a text. */
export function prefixOf(word: string): string {
  let length = word.length;
  for (const form of inflectionsOf(word)) while (!form.startsWith(word.toLowerCase().slice(0, length))) length -= 1;
  return length < 3 ? word : word.slice(0, length);
}

/** The words that are not stop words, or all words if every one is a stop word. */
export function significantWords(words: readonly string[]): readonly string[] {
  const significant = words.filter((word) => !STOP_WORDS.has(word.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')));
  return significant.length > 0 ? significant : words;
}
