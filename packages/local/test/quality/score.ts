import { readFileSync } from 'node:fs';
import { parseHtml } from '../../src/html/html.js';
import type { Contestant } from './contestants.js';
import { GOLD, type GoldPage } from './gold.js';
import { f1, holdingsOf, holdingsOfMarkdown, type Kept, keptIn, wordsOf } from './measure.js';

export interface Score {
  readonly gold: GoldPage;
  readonly f1: number;
  readonly kept: Kept;
  /** How many there are to keep. */
  readonly there: Kept;
  readonly milliseconds: number;
}

/** The first runs of each pay for compiling, and any of them may pay for collecting garbage: the least is the cost. */
const RUNS = 5;

export async function scoreAll(contestant: Contestant, runs = RUNS): Promise<Score[]> {
  const scores: Score[] = [];
  for (const gold of GOLD) {
    const html = readFileSync(new URL(`../sites/${gold.file}`, import.meta.url), 'utf8');
    const url = `https://site.example/${gold.file}`;
    const made = await contestant.make(html, url);
    let milliseconds = Number.POSITIVE_INFINITY;
    for (let run = 0; run < runs; run++) {
      const before = process.cpuUsage();
      await contestant.make(html, url);
      const { user, system } = process.cpuUsage(before);
      milliseconds = Math.min(milliseconds, (user + system) / 1_000);
    }
    const holdings = holdingsOf(parseHtml(html), gold);
    const markdown = holdingsOfMarkdown(made.markdown);
    scores.push({
      gold,
      f1: f1(made.text === undefined ? markdown.words : wordsOf(made.text), holdings.words),
      kept: keptIn(markdown, holdings, (href) => (URL.canParse(href, url) ? new URL(href, url).href : href)),
      there: {
        code: holdings.code.length,
        cells: holdings.cells.length,
        links: holdings.links.length,
        items: holdings.items.length,
      },
      milliseconds,
    });
  }
  return scores;
}

export interface Summary {
  readonly documentation: number;
  readonly articles: number;
  /** Shares from 0 to 1. */
  readonly kept: Kept;
  /** Of the processor; mean of a page. */
  readonly milliseconds: number;
}

export function summarize(scores: readonly Score[]): Summary {
  const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;
  const share = (what: keyof Kept): number => {
    const there = scores.reduce((sum, score) => sum + score.there[what], 0);
    return scores.reduce((sum, score) => sum + score.kept[what], 0) / there;
  };
  const of = (kind: GoldPage['kind']): number =>
    mean(scores.filter(({ gold }) => gold.kind === kind).map((score) => score.f1));
  return {
    documentation: of('documentation'),
    articles: of('article'),
    kept: { code: share('code'), cells: share('cells'), links: share('links'), items: share('items') },
    milliseconds: mean(scores.map((score) => score.milliseconds)),
  };
}
