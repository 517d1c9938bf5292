import { SpecProblem } from '../problem.js';
import { diff } from './diff.js';
import { historyOf } from './history.js';
import type { Settings } from './settings.js';

/**
 * Runs the program of this package: the comparison, or with `history` as the first argument the walk through a history.
 *
 * @param args - What stands behind the name of the program.
 * @returns The status to end with: 0 when nothing breaks, 1 when something does, 2 when no comparison could be made.
 */
export async function run(args: readonly string[], settings: Settings = {}): Promise<number> {
  try {
    const [first, ...others] = args;
    return first === 'history' ? await historyOf(others, settings) : await diff(args, settings);
  } catch (error) {
    const { message, code } = error as { message?: string; code?: string };
    const isExplained = error instanceof SpecProblem || code?.startsWith('ERR_PARSE_ARGS');
    const [sentence] = String(message ?? error).split('\n');
    console.error(isExplained ? sentence : `The contracts could not be compared: ${sentence}`);
    return 2;
  }
}
