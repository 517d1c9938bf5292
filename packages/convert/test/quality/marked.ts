import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';

/** A page with the text that a person marked in it. */
export interface MarkedPage {
  readonly id: string;
  readonly url: string;
  readonly html: string;
  readonly text: string;
}

/**
 * Reads a folder of marked pages: `ground-truth.json` with `{ ID: { url, articleBody } }`, and `pages/ID.html.gz`. This
 * is how the article extraction benchmark of Zyte is laid out, but for the name of the folder. Its pages belong to
 * their publishers, so none of them is here.
 */
export function markedPages(folder: string): MarkedPage[] {
  const marks: unknown = JSON.parse(readFileSync(join(folder, 'ground-truth.json'), 'utf8'));
  return Object.entries(marks as Record<string, { url?: string; articleBody: string }>).map(
    ([id, { url = 'https://site.example/', articleBody }]) => ({
      id,
      url,
      html: gunzipSync(readFileSync(join(folder, 'pages', `${id}.html.gz`))).toString('utf8'),
      text: articleBody,
    }),
  );
}

export interface MarkedScore {
  readonly id: string;
  readonly precision: number;
  readonly recall: number;
}

const SHINGLE_LENGTH = 4;

/** Judges a text as the benchmark does: by the counts of all sequences of four words. */
export function judge({ id, text }: MarkedPage, found: string): MarkedScore {
  const expected = shingles(text);
  const actual = shingles(found);
  let common = 0;
  for (const [shingle, count] of actual) common += Math.min(count, expected.get(shingle) ?? 0);
  const share = (counts: ReadonlyMap<string, number>): number => {
    const total = [...counts.values()].reduce((sum, count) => sum + count, 0);
    return total === 0 ? Number(actual.size === expected.size) : common / total;
  };
  return { id, precision: share(actual), recall: share(expected) };
}

/** The means over the pages, and the F1 of the two means. */
export function meanOf(scores: readonly MarkedScore[]): { precision: number; recall: number; f1: number } {
  const mean = (what: 'precision' | 'recall'): number =>
    scores.reduce((sum, score) => sum + score[what], 0) / scores.length;
  const [precision, recall] = [mean('precision'), mean('recall')];
  return { precision, recall, f1: (2 * precision * recall) / (precision + recall) };
}

function shingles(text: string): Map<string, number> {
  const words = text.match(/[\p{L}\p{N}_]+/gu) ?? [];
  const counts = new Map<string, number>();
  if (words.length === 0) return counts;
  for (let start = 0; start <= Math.max(0, words.length - SHINGLE_LENGTH); start++) {
    const shingle = words.slice(start, start + SHINGLE_LENGTH).join(' ');
    counts.set(shingle, (counts.get(shingle) ?? 0) + 1);
  }
  return counts;
}
