import { CONTESTANTS } from './contestants.js';
import { type Score, scoreAll, summarize } from './score.js';

/** Prints how well pages are converted, as the table of the README; with `--pages`, page by page. */
const three = (value: number): string => value.toFixed(3).replace(/^0/, '');

console.log('| | F1, documentation | F1, articles | code | cells | links | list items | CPU ms a page |');
console.log('|---|---|---|---|---|---|---|---|');
const all = new Map<string, Score[]>();
for (const contestant of CONTESTANTS) {
  const scores = await scoreAll(contestant);
  all.set(contestant.name, scores);
  const { documentation, articles, kept, milliseconds } = summarize(scores);
  const figures = [documentation, articles, kept.code, kept.cells, kept.links, kept.items].map(three);
  console.log(`| ${contestant.name} | ${figures.join(' | ')} | ${milliseconds.toFixed(1)} |`);
}

if (process.argv.includes('--pages')) {
  for (const [name, scores] of all) {
    console.log(`\n${name}`);
    for (const { gold, f1, kept, there, milliseconds } of scores) {
      const shares = (Object.keys(there) as (keyof typeof there)[]).map(
        (what) => `${what} ${kept[what]}/${there[what]}`,
      );
      console.log(`  ${three(f1)}  ${gold.file}  ${shares.join('  ')}  ${milliseconds.toFixed(1)} ms`);
    }
  }
}
