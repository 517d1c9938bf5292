import { readFileSync } from 'node:fs';
import { parseHtml } from '../../src/html/html.js';
import type { Converter } from './converters.js';
import { GOLD, type GoldPage } from './gold.js';
import { countPreserved, type ElementCounts, f1, markdownContents, pageContents, wordsOf } from './measure.js';

export interface Score {
  readonly gold: GoldPage;
  readonly f1: number;
  readonly preserved: ElementCounts;
  /** The number of elements in the gold content. */
  readonly there: ElementCounts;
  readonly milliseconds: number;
}

/** The fastest run counts: the first ones include compilation, and any may include garbage collection. */
const RUNS = 5;

export async function scoreAll(converter: Converter, runs = RUNS): Promise<Score[]> {
  const scores: Score[] = [];
  for (const gold of GOLD) {
    const html = readFileSync(new URL(`../sites/${gold.file}`, import.meta.url), 'utf8');
    const url = `https://site.example/${gold.file}`;
    const converted = await converter.convert(html, url);
    let milliseconds = Number.POSITIVE_INFINITY;
    for (let run = 0; run < runs; run++) {
      const before = process.cpuUsage();
      await converter.convert(html, url);
      const { user, system } = process.cpuUsage(before);
      milliseconds = Math.min(milliseconds, (user + system) / 1_000);
    }
    const holdings = pageContents(parseHtml(html), gold);
    const markdown = markdownContents(converted.markdown);
    scores.push({
      gold,
      f1: f1(converted.text === undefined ? markdown.words : wordsOf(converted.text), holdings.words),
      preserved: countPreserved(markdown, holdings, (href) =>
        URL.canParse(href, url) ? new URL(href, url).href : href,
      ),
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
  readonly others: number;
  /** Shares from 0 to 1. */
  readonly preserved: ElementCounts;
  /** The mean CPU time of a page. */
  readonly milliseconds: number;
}

export function summarize(scores: readonly Score[]): Summary {
  const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;
  const share = (what: keyof ElementCounts): number => {
    const total = scores.reduce((sum, score) => sum + score.there[what], 0);
    return scores.reduce((sum, score) => sum + score.preserved[what], 0) / total;
  };
  const of = (kind: GoldPage['kind']): number =>
    mean(scores.filter(({ gold }) => gold.kind === kind).map((score) => score.f1));
  return {
    documentation: of('documentation'),
    articles: of('article'),
    others: of('other'),
    preserved: { code: share('code'), cells: share('cells'), links: share('links'), items: share('items') },
    milliseconds: mean(scores.map((score) => score.milliseconds)),
  };
}
