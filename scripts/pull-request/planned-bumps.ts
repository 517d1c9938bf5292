import getReleasePlan from '@changesets/get-release-plan';
import type { Verdict } from '@trawl/spec-diff';

/** The packages whose users see what the contract says. */
const PACKAGES = ['@trawl/client', '@trawl/sdk'];

/** What the changesets of a folder plan for the packages that follow the contract. */
export async function plannedBumps(folder: string): Promise<Record<string, Verdict>> {
  const { releases } = await getReleasePlan(folder);
  const bumps = new Map(releases.map(({ name, type }) => [name, type]));
  return Object.fromEntries(PACKAGES.map((name) => [name, bumps.get(name) ?? 'none']));
}
