import { history } from '../history.js';
import { visible } from '../output/visible.js';
import { SpecProblem } from '../problem.js';
import { print } from './console.js';
import { historyOptions, readHistoryRequest } from './history-request.js';
import { COMMAND, CONTRACT, type Settings } from './settings.js';
import { isFailing } from './team.js';

const help = ({ command = COMMAND, contract = CONTRACT }: Settings) => `\
Goes through the Git history of a contract, the latest version first: the commits that changed one of its files.

  ${command} history [FILE] [OPTIONS]

${historyOptions(contract)}
  --fail-on LEVEL       breaking, warning, none: at which level of any version the program ends with 1; none unless it is
                        said here or in the file

Prints a line for each: the commits, the verdict, how many changes there are and how many of them break, and the time of the
processor; then each line of the report that names nothing. Ends with 1 when there is such a line or a version fails, 2
when there is nothing to compare.`;

/** Prints what every version did, and answers with the status to end with. */
export async function historyOf(args: readonly string[], settings: Settings): Promise<number> {
  const request = await readHistoryRequest(args, settings);
  if (!request) {
    print(help(settings));
    return 0;
  }
  const times: number[] = [];
  const { compare, failOn = 'none' } = request.team;
  let [lines, nameless, failing, refused] = [0, 0, 0, 0];
  for await (const step of history(request.file, { ...request, compare })) {
    const { before, after, report, cpuMs, problem } = step;
    const changes = report?.changes ?? [];
    const breaking = changes.filter(({ level, accepted }) => level === 'breaking' && !accepted).length;
    const verdict = report?.verdict ?? 'refused';
    const counts = `${counted(changes.length, 'change')}, ${breaking} breaking`;
    print(visible(`${before}..${after}  ${verdict.padEnd(7)}  ${problem ?? counts}  ${cpuMs} ms`));
    for (const line of step.nameless) print(visible(`    names nothing: ${line}`));
    times.push(cpuMs);
    if (problem !== undefined) refused++;
    lines += changes.length;
    nameless += step.nameless.length;
    if (report && isFailing(report, failOn)) failing++;
  }
  if (times.length === 0) {
    throw new SpecProblem(
      `${request.file}: the history has no two versions of it; name the contract by its path from the root of the repository.`,
    );
  }
  if (refused === times.length) {
    throw new SpecProblem(`${request.file}: no two versions of it can be compared; the reasons stand above.`);
  }
  const longest = Math.max(0, ...times);
  const pairs = counted(times.length, 'pair');
  print(`${pairs}, ${counted(lines, 'line')}, ${nameless} of them without a name; the longest took ${longest} ms.`);
  if (refused > 0) print(`${refused} of them cannot be compared.`);
  if (failing > 0) print(`${failing} of them fail (${failOn}).`);
  return nameless + failing > 0 ? 1 : 0;
}

function counted(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`;
}
