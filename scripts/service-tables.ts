/** Writes the tables of the guides that say what `@trawl/local` does, from the tables of its source. */
import { readFileSync, writeFileSync } from 'node:fs';
import { limitations } from '../packages/local/src/formats/limitations.js';
import { readCommandLine } from './command-line.js';

const USAGE = `
Writes the tables of the guides that say what @trawl/local does.

  npm run service:tables              writes
  npm run service:tables -- --check   writes nothing, and fails if a table does not match the source
`;

interface Table {
  readonly file: string;
  readonly name: string;
  readonly head: readonly [string, string];
  readonly rows: Readonly<Record<string, string>>;
}

function tables(): Table[] {
  const { options, formats } = limitations();
  return [
    {
      file: 'docs/local.md',
      name: 'limitations',
      head: ['option or format', 'what this service does'],
      rows: { ...options, ...formats },
    },
  ];
}

/** The text of a file with the table between its two marks. */
function withTable(text: string, { file, name, head, rows }: Table): string {
  const start = `<!-- ${name}: npm run service:tables -->`;
  const end = `<!-- /${name} -->`;
  const from = text.indexOf(start);
  const to = text.indexOf(end);
  if (from < 0 || to < from)
    throw new Error(`${file} has no lines ${start} and ${end} for the table to stand between.`);
  const lines = Object.entries(rows).map(([key, sentence]) => `| \`${key}\` | ${sentence} |`);
  const table = [`| ${head.join(' | ')} |`, '| --- | --- |', ...lines].join('\n');
  return `${text.slice(0, from + start.length)}\n\n${table}\n\n${text.slice(to)}`;
}

const { values } = readCommandLine(USAGE, { options: { check: { type: 'boolean', default: false } } });
for (const table of tables()) {
  const committed = readFileSync(table.file, 'utf8');
  const text = withTable(committed, table);
  if (text === committed) continue;
  if (values.check) {
    console.error(
      `The table "${table.name}" of ${table.file} does not match the source: run \`npm run service:tables\` and commit the result.`,
    );
    process.exitCode = 1;
  } else writeFileSync(table.file, text);
}
