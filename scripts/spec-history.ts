/**
 * Goes through the Git history of a contract and says of every version what it did to those who used the one before:
 *
 *   npm run spec:history -- [FILE] [--repository FOLDER] [--last COUNT]
 *
 * Without FILE it is the contract of this repository. Ends with 1 when a line names nothing, 2 when nothing could be read.
 */
import { parseArgs } from 'node:util';
import { history } from './spec/history.js';
import { CONTRACT } from './spec/sources.js';

const HELP = `Goes through the Git history of a contract, the latest version first.

  npm run spec:history -- [FILE] [--repository FOLDER] [--last COUNT]

  FILE                  the contract, by its path in the repository; ${CONTRACT} unless it is said
  --repository FOLDER   where the repository is; here unless it is said
  --last COUNT          how many versions are compared with the one before; all unless it is said

Prints a line for each: the commits, the verdict, how many changes there are and how many of them break, and the time of the
processor; then each line of the report that names nothing. Ends with 1 when there is such a line.`;

function main(): number {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      repository: { type: 'string', default: '.' },
      last: { type: 'string' },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) {
    console.log(HELP);
    return 0;
  }
  const [file = CONTRACT] = positionals;
  const times: number[] = [];
  let [lines, nameless] = [0, 0];
  const most = values.last === undefined ? Number.POSITIVE_INFINITY : Number(values.last);
  for (const step of history(file, { folder: values.repository, most })) {
    const { base, head, verdict, changes, breaking, cpuMs, problem } = step;
    const counts = `${changes} changes, ${breaking} breaking`;
    console.log(`${base}..${head}  ${verdict.padEnd(7)}  ${problem ?? counts}  ${cpuMs} ms`);
    for (const line of step.nameless) console.log(`    names nothing: ${line}`);
    times.push(cpuMs);
    lines += changes;
    nameless += step.nameless.length;
  }
  const longest = Math.max(0, ...times);
  console.log(
    `${times.length} pairs, ${lines} lines, ${nameless} of them name nothing; the longest took ${longest} ms.`,
  );
  return times.length === 0 ? 2 : nameless > 0 ? 1 : 0;
}

process.exitCode = main();
