import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { CONVERTERS, type Converter } from './converters.js';
import { judge, type MarkedPage, type MarkedScore, markedPages, meanOf, meansOf } from './marked.js';
import { type Score, scoreAll, summarize } from './score.js';

/**
 * Prints how well pages are converted, as the tables of the README; with `--pages`, page by page. `--marked FOLDER`
 * judges the converters by a folder of marked pages as well.
 */
const three = (value: number): string => value.toFixed(3).replace(/^0/, '');

console.log('| | documentation | articles | others | code | cells | links | list items | CPU ms a page | memory |');
console.log('|---|---|---|---|---|---|---|---|---|---|');
const all = new Map<string, Score[]>();
for (const converter of CONVERTERS) {
  const scores = await scoreAll(converter);
  all.set(converter.name, scores);
  const { documentation, articles, others, preserved, milliseconds } = summarize(scores);
  const { code, cells, links, items } = preserved;
  const figures = [documentation, articles, others, code, cells, links, items].map(three);
  const megabytes = memoryOf(CONVERTERS.indexOf(converter));
  console.log(`| ${converter.name} | ${figures.join(' | ')} | ${milliseconds.toFixed(1)} | ${megabytes} MB |`);
}

const folder = process.argv[process.argv.indexOf('--marked') + 1];
const marked = process.argv.includes('--marked') && folder !== undefined ? markedPages(folder) : [];
const judged = new Map<string, MarkedScore[]>();
if (marked.length > 0) {
  console.log(`\n| ${marked.length} marked pages | precision | recall | F1 |\n|---|---|---|---|`);
  for (const converter of CONVERTERS) {
    const scores: MarkedScore[] = [];
    for (const page of marked) scores.push(judge(page, await textOf(converter, page)));
    judged.set(converter.name, scores);
    for (const kind of new Set(marked.map((page) => page.kind))) {
      if (kind === undefined) continue;
      const { precision, recall, f1 } = meansOf(scores.filter((_, index) => marked[index]?.kind === kind));
      console.log(`| ${converter.name}: ${kind} | ${[precision, recall, f1].map(three).join(' | ')} |`);
    }
    const { precision, recall, f1 } = (marked[0]?.kind === undefined ? meanOf : meansOf)(scores);
    console.log(`| ${converter.name} | ${[precision, recall, f1].map(three).join(' | ')} |`);
  }
}

/** The most memory that a process takes which converts all pages with one converter. */
function memoryOf(converter: number): number {
  const program = fileURLToPath(new URL('memory.ts', import.meta.url));
  const output = execFileSync(process.execPath, ['--import', 'tsx', program, String(converter)], { encoding: 'utf8' });
  return Math.round(Number(output) / 1024);
}

async function textOf(converter: Converter, { html, url }: MarkedPage): Promise<string> {
  const { text, markdown } = await converter.convert(html, url);
  return text ?? markdown;
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
    for (const { id, precision, recall } of judged.get(name) ?? []) {
      console.log(`  precision ${three(precision)}  recall ${three(recall)}  ${id}`);
    }
  }
}
