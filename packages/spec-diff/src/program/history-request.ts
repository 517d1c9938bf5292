import { parseArgs } from 'node:util';
import { SpecProblem } from '../problem.js';
import { countOf } from './options.js';
import { CONTRACT, type Settings } from './settings.js';

/** Whose history a command goes through, and how much of it. */
export interface HistoryRequest {
  /** The contract, by its path in the repository. */
  readonly file: string;
  /** Where the repository is. */
  readonly folder: string;
  /** How many of its versions at most, the latest first; all of them if undefined. */
  readonly most: number | undefined;
}

/**
 * Reads the arguments of `history` and `changelog`; returns undefined when they ask for help.
 *
 * @throws SpecProblem for more than one contract, or for a count that is no number.
 */
export function readHistoryRequest(args: readonly string[], settings: Settings): HistoryRequest | undefined {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      repository: { type: 'string', default: '.' },
      last: { type: 'string' },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) return undefined;
  if (positionals.length > 1) throw new SpecProblem('One contract has one history, and more were named.');
  const [file = settings.contract ?? CONTRACT] = positionals;
  return { file, folder: values.repository, most: countOf('--last', values.last) };
}
