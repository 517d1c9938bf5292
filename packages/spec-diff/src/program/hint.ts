import { shellWord } from '../output/visible.js';

/** The options that say what is compared, and how it is judged. */
const KEPT = ['contract', 'config', 'audience', 'path', 'exclude-path', 'strip-prefix', 'urls'];

/** The command line that makes the same comparison again, for people who have the repository before them. */
export function sameComparison(
  command: string,
  contracts: readonly string[],
  values: Readonly<Record<string, unknown>>,
): string {
  const options = KEPT.flatMap((name) => {
    const value = values[name];
    if (value === true) return [`--${name}`];
    return typeof value === 'string' ? [`--${name}`, value] : [];
  });
  return [command, ...[...contracts, ...options].map(shellWord)].join(' ');
}
