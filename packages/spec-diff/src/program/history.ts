import { history } from '../history.js';
import { SpecProblem } from '../problem.js';
import { readHistoryRequest } from './history-request.js';
import { COMMAND, CONTRACT, type Settings } from './settings.js';

const help = ({ command = COMMAND, contract = CONTRACT }: Settings) => `\
Goes through the Git history of a contract, the latest version first: the commits that changed one of its files.

  ${command} history [FILE] [--repository FOLDER] [--last COUNT]

  FILE                  the contract, by its path in the repository; ${contract} unless it is said
  --repository FOLDER   where the repository is; here unless it is said
  --last COUNT          how many versions are compared with the one before; all unless it is said

Prints a line for each: the commits, the verdict, how many changes there are and how many of them break, and the time of the
processor; then each line of the report that names nothing. Ends with 1 when there is such a line, 2 when there is nothing to
compare.`;

/** Prints what every version did, and answers with the status to end with. */
export async function historyOf(args: readonly string[], settings: Settings): Promise<number> {
  const request = readHistoryRequest(args, settings);
  if (!request) {
    console.log(help(settings));
    return 0;
  }
  const times: number[] = [];
  let [lines, nameless] = [0, 0];
  for await (const step of history(request.file, request)) {
    const { base, head, verdict, changes, breaking, cpuMs, problem } = step;
    const counts = `${changes} changes, ${breaking} breaking`;
    console.log(`${base}..${head}  ${verdict.padEnd(7)}  ${problem ?? counts}  ${cpuMs} ms`);
    for (const line of step.nameless) console.log(`    names nothing: ${line}`);
    times.push(cpuMs);
    lines += changes;
    nameless += step.nameless.length;
  }
  if (times.length === 0) {
    throw new SpecProblem(
      `${request.file}: the history has no two versions of it; name the contract by its path from the root of the repository.`,
    );
  }
  const longest = Math.max(0, ...times);
  console.log(
    `${times.length} pairs, ${lines} lines, ${nameless} of them name nothing; the longest took ${longest} ms.`,
  );
  return nameless > 0 ? 1 : 0;
}
