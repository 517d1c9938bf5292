import { changelog } from '../changelog.js';
import { readHistoryRequest } from './history-request.js';
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
  const request = readHistoryRequest(args, settings);
  if (!request) {
    console.log(help(settings));
    return 0;
  }
  console.log(await changelog(request.file, request));
  return 0;
}
