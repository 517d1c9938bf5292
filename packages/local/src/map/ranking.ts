import type { MapLink } from '@trawl/client';

/** What a word found in each of these says of a link. */
const WEIGHTS = { title: 3, address: 2, description: 1 } as const;

/** The links that fit the words best come first; those that fit equally well keep their order. */
export function ranked(links: readonly MapLink[], search: string): MapLink[] {
  const words = [...new Set(wordsOf(search))];
  const phrase = wordsOf(search).join(' ');
  return links
    .map((link) => ({ link, score: scoreOf(link, words, phrase) }))
    .sort((a, b) => b.score - a.score)
    .map(({ link }) => link);
}

function scoreOf({ url, title = '', description = '' }: MapLink, words: readonly string[], phrase: string): number {
  const fields = { title, address: addressOf(url), description };
  let score = 0;
  for (const [field, weight] of Object.entries(WEIGHTS)) {
    const found = wordsOf(fields[field as keyof typeof WEIGHTS]);
    for (const word of words) {
      if (found.includes(word)) score += weight;
      else if (found.some((other) => other.startsWith(word) || (word.startsWith(other) && other.length > 3)))
        score += weight / 2;
    }
    if (words.length > 1 && found.join(' ').includes(phrase)) score += weight;
  }
  return score;
}

function wordsOf(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
}

/** Without the part that all links have in common. */
function addressOf(url: string): string {
  const { hostname, pathname, search } = new URL(url);
  const path = pathname + search;
  try {
    return `${hostname} ${decodeURIComponent(path)}`;
  } catch {
    return `${hostname} ${path}`;
  }
}
