import type { MapLink } from '@trawl/client';

/** The weight of a matching word in each field. */
const WEIGHTS = { title: 3, address: 2, description: 1 } as const;

/** The maximum number of words of a search that count. */
const MAX_WORDS = 50;

/** Returns a function that says how well a link matches the words of a search. */
export function matchOf(search: string): (link: MapLink) => number {
  const all = wordsOf(search);
  const words = [...new Set(all)].slice(0, MAX_WORDS);
  const phrase = all.join(' ');
  return (link) => scoreOf(link, words, phrase);
}

function scoreOf({ url, title = '', description = '' }: MapLink, words: readonly string[], phrase: string): number {
  const fields = { title, address: addressOf(url), description };
  let score = 0;
  for (const [field, weight] of Object.entries(WEIGHTS)) {
    const fieldWords = wordsOf(fields[field as keyof typeof WEIGHTS]);
    for (const word of words) {
      if (fieldWords.includes(word)) score += weight;
      else if (fieldWords.some((other) => other.startsWith(word) || (word.startsWith(other) && other.length > 3)))
        score += weight / 2;
    }
    if (words.length > 1 && fieldWords.join(' ').includes(phrase)) score += weight;
  }
  return score;
}

function wordsOf(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
}

/** The host, path and query of a URL: all links have the scheme in common. */
function addressOf(url: string): string {
  const { hostname, pathname, search } = new URL(url);
  const path = pathname + search;
  try {
    return `${hostname} ${decodeURIComponent(path)}`;
  } catch {
    return `${hostname} ${path}`;
  }
}
