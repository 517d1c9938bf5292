/**
 * How much of each team is to go so that so much goes in all: what is taken first is always of the team that has most, until
 * those that have most have equally much left.
 *
 * @param sizes what each team has.
 * @param excess how much is to go, in the same unit; all of it if they have less.
 */
export function fairShares(sizes: ReadonlyMap<string, number>, excess: number): Map<string, number> {
  const teams = [...sizes].sort(([, one], [, other]) => other - one);
  let level = 0;
  let above = 0;
  for (const [index, [, size]] of teams.entries()) {
    above += size;
    const levelOfThese = (above - excess) / (index + 1);
    // The next team has no more than what is left of each of these.
    if (levelOfThese >= (teams[index + 1]?.[1] ?? 0)) {
      level = Math.max(0, levelOfThese);
      break;
    }
  }
  return new Map(teams.flatMap(([team, size]) => (size > level ? [[team, size - level] as const] : [])));
}

/** How much all teams have together. */
export function sumOf(sizes: ReadonlyMap<string, number>): number {
  let sum = 0;
  for (const size of sizes.values()) sum += size;
  return sum;
}
