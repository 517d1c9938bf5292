import { CONVERTERS } from './converters.js';
import { type Score, scoreAll, summarize } from './score.js';

/** Prints how well pages are converted, as the table of the README; with `--pages`, page by page. */
const three = (value: number): string => value.toFixed(3).replace(/^0/, '');

console.log('| | F1, documentation | F1, articles | code | cells | links | list items | CPU ms a page |');
console.log('|---|---|---|---|---|---|---|---|');
const all = new Map<string, Score[]>();
for (const converter of CONVERTERS) {
  const scores = await scoreAll(converter);
  all.set(converter.name, scores);
  const { documentation, articles, preserved, milliseconds } = summarize(scores);
  const figures = [documentation, articles, preserved.code, preserved.cells, preserved.links, preserved.items].map(
    three,
  );
  console.log(`| ${converter.name} | ${figures.join(' | ')} | ${milliseconds.toFixed(1)} |`);
}

if (process.argv.includes('--pages')) {
  for (const [name, scores] of all) {
    console.log(`\n${name}`);
    for (const { gold, f1, preserved, there, milliseconds } of scores) {
      const shares = (Object.keys(there) as (keyof typeof there)[]).map(
        (what) => `${what} ${preserved[what]}/${there[what]}`,
      );
      console.log(`  ${three(f1)}  ${gold.file}  ${shares.join('  ')}  ${milliseconds.toFixed(1)} ms`);
    }
  }
}
