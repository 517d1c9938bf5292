import { folded } from './words.js';

/** The maximum number of characters of a passage. */
const MAX_LENGTH = 280;
/** The maximum number of characters before the first match, for the beginning of its sentence. */
const MAX_LEAD = 120;

/** The part of the text where most of the words are close together; undefined if it has none of them. */
export function relevantPassage(
  text: string,
  words: readonly string[],
  phrases: readonly string[],
): string | undefined {
  const matches = matchesOf(text, [...phrases, ...words]);
  const first = bestMatch(matches, phrases.length);
  return first === undefined ? undefined : around(text, first);
}

/** The beginning of a text, up to the end of a sentence or word. */
export function opening(text: string): string {
  return around(text, 0);
}

interface Match {
  readonly at: number;
  /** The index of the word or phrase. */
  readonly term: number;
}

/** Further matches are ignored: they no longer change the result. */
const MAX_MATCHES = 2_000;

function matchesOf(text: string, terms: readonly string[]): Match[] {
  const groups = terms.map((term) => {
    const parts = folded(term).match(/[\p{L}\p{M}\p{N}]+/gu);
    return parts ? `(${parts.join('[^\\p{L}\\p{N}]+')})` : '($^)';
  });
  if (groups.length === 0) return [];
  const matches: Match[] = [];
  const source = folded(text);
  for (const match of source.matchAll(new RegExp(groups.join('|'), 'gu'))) {
    if (isWithinWord(source, match.index)) continue;
    const term = match.findIndex((group, index) => index > 0 && group) - 1;
    matches.push({ at: match.index, term });
    if (matches.length === MAX_MATCHES) break;
  }
  return matches;
}

/** Whether a match begins inside a word. A word may continue after a match; scripts without spaces have no such limits. */
function isWithinWord(text: string, at: number): boolean {
  return at > 0 && /[\p{Script=Latin}\p{N}]/u.test(text[at - 1] ?? '');
}

/** The position of the passage with the most different terms; a phrase counts as three words. */
function bestMatch(matches: readonly Match[], phrases: number): number | undefined {
  let best: { at: number; score: number } | undefined;
  const termCounts = new Map<number, number>();
  let end = 0;
  for (const { at, term } of matches) {
    for (let next = matches[end]; next && next.at - at < MAX_LENGTH - MAX_LEAD; next = matches[end]) {
      termCounts.set(next.term, (termCounts.get(next.term) ?? 0) + 1);
      end += 1;
    }
    let score = 0;
    for (const [one, times] of termCounts) score += (one < phrases ? 3 : 1) + Math.min(times, 3) / 100;
    if (!best || score > best.score + 1e-9) best = { at, score };
    const remainingCount = (termCounts.get(term) ?? 1) - 1;
    if (remainingCount > 0) termCounts.set(term, remainingCount);
    else termCounts.delete(term);
  }
  return best?.at;
}

function around(text: string, at: number): string {
  const before = text.slice(Math.max(0, at - MAX_LEAD), at);
  const sentence = before.match(/^(?:[\s\S]*(?:[.!?]\s|[。！？]|\n))/)?.[0].length;
  const word = before.match(/^\S*\s+/)?.[0].length ?? 0;
  const whole = at <= MAX_LEAD ? 0 : undefined;
  const start = Math.max(0, at - MAX_LEAD) + (sentence ?? whole ?? word);
  const cut = sentence === undefined && whole === undefined;
  const excerpt = text.slice(start, start + MAX_LENGTH);
  if (start + MAX_LENGTH >= text.length) return (cut ? '… ' : '') + collapse(excerpt);
  const stop = excerpt.match(/^[\s\S]*(?:[.!?](?=\s)|[。！？]|\n)/)?.[0].length ?? 0;
  // A sentence that ends soon after the match is often only a caption.
  const full = stop > Math.max(at - start, MAX_LENGTH / 3);
  const end = full ? stop : excerpt.replace(/\s\S*$/, '').length;
  return (cut ? '… ' : '') + collapse(excerpt.slice(0, end)) + (full ? '' : ' …');
}

const collapse = (text: string) => text.replace(/\s+/g, ' ').trim();
