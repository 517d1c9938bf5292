import { readFileSync, writeFileSync } from 'node:fs';
import { pinsOf } from './pins.js';
import type { Result, Row } from './row.js';

const FILE = new URL('results.json', import.meta.url);
const GUIDE = new URL('../../docs/platforms.md', import.meta.url);
const [START, END] = ['<!-- frameworks: npm run frameworks -->', '<!-- /frameworks -->'];

/** The results of runs, by the names of the rows. */
export type Results = Readonly<Record<string, Result>>;

export const readResults = (): Results => JSON.parse(readFileSync(FILE, 'utf8'));

/** Keeps the results in the order of the rows, without those of rows that are gone. */
export function writeResults(results: Results, rows: readonly Row[]): void {
  const entries = rows.flatMap(({ name }) => (results[name] ? [[name, results[name]] as const] : []));
  writeFileSync(FILE, `${JSON.stringify(Object.fromEntries(entries), null, 2)}\n`);
}

export const writeGuide = (text: string): void => writeFileSync(GUIDE, text);

/** The guide with the table of the results, which names the rows that have none. */
export function withTable(guide: string, results: Results, rows: readonly Row[]): string {
  const [start, end] = [guide.indexOf(START), guide.indexOf(END)];
  if (start < 0 || end < start) throw new Error(`docs/platforms.md has no lines ${START} and ${END} around the table.`);
  return `${guide.slice(0, start + START.length)}\n\n${tableOf(results, rows)}\n\n${guide.slice(end)}`;
}

function tableOf(results: Results, rows: readonly Row[]): string {
  const cells = rows.map(({ name, tool, versionOf, dependencies, toSet = '' }) => {
    const { version, node, works } = results[name] ?? {
      version: pinsOf(dependencies)[versionOf ?? ''] ?? '',
      node: '',
      works: ['not tried yet'],
    };
    return [`${tool} ${version}`.trim(), node.split('.')[0] ?? '', works.join(', '), toSet];
  });
  const head = ['tool', 'Node.js', 'what works', 'what to set'];
  return [head, head.map(() => '---'), ...cells].map((row) => `| ${row.join(' | ')} |`).join('\n');
}
