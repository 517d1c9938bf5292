import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';

/** A page with the text that a person marked in it. */
export interface MarkedPage {
  readonly id: string;
  readonly url: string;
  readonly html: string;
  readonly text: string;
  /** What the page is, where the marks say it. */
  readonly kind?: string;
}

/**
 * Reads a folder of marked pages: `ground-truth.json` with `{ ID: { url, articleBody } }`, and `pages/ID.html.gz`. This
 * is how the article extraction benchmark of Zyte is laid out, but for the name of the folder. Its pages belong to
 * their publishers, so none of them is here. A folder with `ground-truth/ID.json` and `html/ID.html.gz` is laid out as a part of
 * WCXB, whose pages are of seven kinds.
 */
export function markedPages(folder: string): MarkedPage[] {
  const marksFolder = join(folder, 'ground-truth');
  if (existsSync(marksFolder))
    return readdirSync(marksFolder).map((name) => pageOfKind(folder, name.replace(/\.json$/, '')));
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

interface KindMark {
  readonly url?: string;
  readonly _internal: { readonly page_type: { readonly primary: string } };
  readonly ground_truth: { readonly main_content?: string };
}

function pageOfKind(folder: string, id: string): MarkedPage {
  const mark: unknown = JSON.parse(readFileSync(join(folder, 'ground-truth', `${id}.json`), 'utf8'));
  const { url, _internal, ground_truth } = mark as KindMark;
  const html = gunzipSync(readFileSync(join(folder, 'html', `${id}.html.gz`))).toString('utf8');
  const text = ground_truth.main_content ?? '';
  return { id, url: url || 'https://site.example/', html, text, kind: _internal.page_type.primary };
}

export interface MarkedScore {
  readonly id: string;
  readonly precision: number;
  readonly recall: number;
}

/** Judges a text as the benchmarks do: Zyte's by the counts of all sequences of four words, WCXB by those of words. */
export function judge({ id, text, kind }: MarkedPage, found: string): MarkedScore {
  const length = kind === undefined ? 4 : 1;
  const expected = shingles(kind === undefined ? text : text.toLowerCase(), length);
  const actual = shingles(kind === undefined ? found : found.toLowerCase(), length);
  let common = 0;
  for (const [shingle, count] of actual) common += Math.min(count, expected.get(shingle) ?? 0);
  const share = (counts: ReadonlyMap<string, number>): number => {
    const total = [...counts.values()].reduce((sum, count) => sum + count, 0);
    return total === 0 ? Number(actual.size === expected.size) : common / total;
  };
  return { id, precision: share(actual), recall: share(expected) };
}

/** The means over the pages, also of their F1. */
export function meansOf(scores: readonly MarkedScore[]): { precision: number; recall: number; f1: number } {
  const f1 = ({ precision, recall }: MarkedScore) => (2 * precision * recall) / (precision + recall || 1);
  const sum = scores.reduce((total, score) => total + f1(score), 0);
  return { ...meanOf(scores), f1: sum / scores.length };
}

/** The means over the pages, and the F1 of the two means. */
export function meanOf(scores: readonly MarkedScore[]): { precision: number; recall: number; f1: number } {
  const mean = (what: 'precision' | 'recall'): number =>
    scores.reduce((sum, score) => sum + score[what], 0) / scores.length;
  const [precision, recall] = [mean('precision'), mean('recall')];
  return { precision, recall, f1: (2 * precision * recall) / (precision + recall) };
}

function shingles(text: string, length: number): Map<string, number> {
  const words = text.match(/[\p{L}\p{N}_]+/gu) ?? [];
  const counts = new Map<string, number>();
  if (words.length === 0) return counts;
  for (let start = 0; start <= Math.max(0, words.length - length); start++) {
    const shingle = words.slice(start, start + length).join(' ');
    counts.set(shingle, (counts.get(shingle) ?? 0) + 1);
  }
  return counts;
}
