import { changelog } from '../changelog.js';
import { print } from './console.js';
import { historyOptions, readHistoryRequest } from './history-request.js';
import { COMMAND, CONTRACT, type Settings } from './settings.js';

const help = ({ command = COMMAND, contract = CONTRACT }: Settings) => `\
Says for people what changed in a contract, by version, from its Git history: Markdown, the latest version first.

  ${command} changelog [FILE] [OPTIONS]

${historyOptions(contract)}

Commits are gathered under the version (\`info.version\`) that the contract had after them. Ends with 2 when there is nothing
to compare.`;

/** Prints what changed in every version of a contract, and answers with the status to end with. */
export async function changelogOf(args: readonly string[], settings: Settings): Promise<number> {
  const request = await readHistoryRequest(args, settings);
  if (!request) {
    print(help(settings));
    return 0;
  }
  print(await changelog(request.file, { ...request, compare: request.team.compare }));
  return 0;
}
