import { posix } from 'node:path';
import { parseArgs } from 'node:util';
import { SpecProblem } from '../problem.js';
import { countOf } from './options.js';
import { CONTRACT, type Settings } from './settings.js';
import { POLICY, readTeam, TEAM_OPTIONS, type Team } from './team.js';

/** What the help of both commands says of their options. */
export const historyOptions = (contract: string) => `\
  FILE                  the contract, by its path in the repository; ${contract} unless it is said
  --repository FOLDER   where the repository is; here unless it is said
  --last COUNT          how many commits that changed the contract are looked at; all unless it is said
  --config FILE         levels of rules, and changes that are accepted; ${POLICY} beside the contract as it stands in the
                        folder if there is one
  --audience WHOM       wire: programs that send and receive; types: programs that import the types of a client; both`;

/** Whose history a command goes through, and how much of it. */
export interface HistoryRequest {
  /** The contract, by its path in the repository. */
  readonly file: string;
  /** Where the repository is. */
  readonly folder: string;
  /** How many of its versions at most; the latest first. */
  readonly most: number;
  /** How its versions are judged. */
  readonly team: Team;
}

/**
 * Reads the arguments of `history` and `changelog`; returns undefined when they ask for help.
 *
 * @throws SpecProblem for more than one contract, or for a count that is no number.
 */
export async function readHistoryRequest(
  args: readonly string[],
  settings: Settings,
): Promise<HistoryRequest | undefined> {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      repository: { type: 'string', default: '.' },
      last: { type: 'string' },
      ...TEAM_OPTIONS,
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) return undefined;
  if (positionals.length > 1) throw new SpecProblem('One contract has one history, and more were named.');
  const [file = settings.contract ?? CONTRACT] = positionals;
  const folder = values.repository;
  const team = await readTeam(values, { contract: posix.join(folder, file) });
  return { file, folder, most: countOf('--last', values.last), team };
}
