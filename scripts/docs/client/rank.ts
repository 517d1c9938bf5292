import type { SearchEntry } from '../search-entry.js';

/** Entries that contain every word, the best first: by the name rather than by the text, and whole rather than in part. */
export function rank(entries: readonly SearchEntry[], query: string): SearchEntry[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  const scored = entries
    .map((entry) => ({ entry, score: scoreOf(entry, words) }))
    .filter(({ score }) => score !== undefined);
  return withoutRepetition(
    scored.sort((one, other) => (other.score ?? 0) - (one.score ?? 0)).map(({ entry }) => entry),
  );
}

/** One field of the scrape options is in dozens of calls. */
const MAX_SAME = 3;

function withoutRepetition(entries: readonly SearchEntry[]): SearchEntry[] {
  const counts = new Map<string, number>();
  return entries.filter(([kind, name, , text]) => {
    if (kind !== 'field') return true;
    const key = `${lastOf(name)} ${text}`;
    counts.set(key, (counts.get(key) ?? 0) + 1);
    return (counts.get(key) ?? 0) <= MAX_SAME;
  });
}

function lastOf(name: string): string {
  return name.slice(name.lastIndexOf('.') + 1);
}

/** Readers search more often for a field at the top of a request than for a nested one. */
const DEPTH_PENALTY = 15;

const BY_KIND = { call: 4, section: 3, guide: 2, field: 1 };

function scoreOf([kind, name, place, text]: SearchEntry, words: readonly string[]): number | undefined {
  const lower = name.toLowerCase();
  const last = lastOf(lower);
  const depth = name.split('.').length;
  const scores = words.map((word) => {
    if (last === word) return 100;
    if (last.startsWith(word)) return 60;
    if (lower.includes(word)) return 40;
    if (place.toLowerCase().includes(word)) return 20;
    return text.toLowerCase().includes(word) ? 10 : 0;
  });
  if (scores.includes(0)) return undefined;
  return scores.reduce<number>((sum, score) => sum + score, BY_KIND[kind] - depth * DEPTH_PENALTY);
}
