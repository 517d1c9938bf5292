import { parseArgs } from 'node:util';
import { changelog } from '../changelog.js';
import { SpecProblem } from '../problem.js';
import { countOf } from './options.js';
import { COMMAND, CONTRACT, type Settings } from './settings.js';

const help = ({ command = COMMAND, contract = CONTRACT }: Settings) => `\
Says for people what changed in a contract, by version, from its Git history: Markdown, the latest version first.

  ${command} changelog [FILE] [--repository FOLDER] [--last COUNT]

  FILE                  the contract, by its path in the repository; ${contract} unless it is said
  --repository FOLDER   where the repository is; here unless it is said
  --last COUNT          how many commits that changed the contract are looked at; all unless it is said

Commits are gathered under the version (\`info.version\`) that the contract had after them. Ends with 2 when there is nothing
to compare.`;

/** Prints what changed in every version of a contract, and answers with the status to end with. */
export async function changelogOf(args: readonly string[], settings: Settings): Promise<number> {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      repository: { type: 'string', default: '.' },
      last: { type: 'string' },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) {
    console.log(help(settings));
    return 0;
  }
  if (positionals.length > 1) throw new SpecProblem('One contract has one history, and more were named.');
  const [file = settings.contract ?? CONTRACT] = positionals;
  console.log(await changelog(file, { folder: values.repository, most: countOf('--last', values.last) }));
  return 0;
}
