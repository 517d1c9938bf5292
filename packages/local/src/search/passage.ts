import { folded } from './words.js';

/** Characters of a passage: as much as a reader takes in of one result. */
const LONGEST = 280;
/** How far before the first match a sentence may begin that is shown from its beginning. */
const LEAD = 120;

/** The part of the text in which most of the words stand close together; undefined where none of them does. */
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
  /** Which of the words and phrases it is. */
  readonly term: number;
}

/** More matches than this decide nothing. */
const MOST_MATCHES = 2_000;

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
    if (matches.length === MOST_MATCHES) break;
  }
  return matches;
}

/** Endings may follow a match, but nothing may stand before it; scripts without spaces have no such limits. */
function isWithinWord(text: string, at: number): boolean {
  return at > 0 && /[\p{Script=Latin}\p{N}]/u.test(text[at - 1] ?? '');
}

/** Where the stretch begins that has the most different terms; a phrase counts as much as three. */
function bestMatch(matches: readonly Match[], phrases: number): number | undefined {
  let best: { at: number; score: number } | undefined;
  const within = new Map<number, number>();
  let end = 0;
  for (const { at, term } of matches) {
    for (let next = matches[end]; next && next.at - at < LONGEST - LEAD; next = matches[end]) {
      within.set(next.term, (within.get(next.term) ?? 0) + 1);
      end += 1;
    }
    let score = 0;
    for (const [one, times] of within) score += (one < phrases ? 3 : 1) + Math.min(times, 3) / 100;
    if (!best || score > best.score + 1e-9) best = { at, score };
    const left = (within.get(term) ?? 1) - 1;
    if (left > 0) within.set(term, left);
    else within.delete(term);
  }
  return best?.at;
}

function around(text: string, at: number): string {
  const before = text.slice(Math.max(0, at - LEAD), at);
  const sentence = before.match(/^(?:[\s\S]*(?:[.!?]\s|[。！？]|\n))/)?.[0].length;
  const word = before.match(/^\S*\s+/)?.[0].length ?? 0;
  const whole = at <= LEAD ? 0 : undefined;
  const start = Math.max(0, at - LEAD) + (sentence ?? whole ?? word);
  const cut = sentence === undefined && whole === undefined;
  const room = text.slice(start, start + LONGEST);
  if (start + LONGEST >= text.length) return (cut ? '… ' : '') + flat(room);
  const stop = room.match(/^[\s\S]*(?:[.!?](?=\s)|[。！？]|\n)/)?.[0].length ?? 0;
  // A sentence that ends soon after the match is no more than a caption.
  const full = stop > Math.max(at - start, LONGEST / 3);
  const end = full ? stop : room.replace(/\s\S*$/, '').length;
  return (cut ? '… ' : '') + flat(room.slice(0, end)) + (full ? '' : ' …');
}

const flat = (text: string) => text.replace(/\s+/g, ' ').trim();
