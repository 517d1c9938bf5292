import getReleasePlan from '@changesets/get-release-plan';
import type { PullRequest, Report, Verdict } from '@trawl/spec-diff';

/** Set by a maintainer who has seen what breaks and wants it so. */
export const APPROVAL_LABEL = 'breaking change approved';

const SIZES: readonly Verdict[] = ['none', 'patch', 'minor', 'major'];

/** Whether a maintainer wants what breaks: this commit of the pull request, an earlier one, or none. */
export type Approval = 'this commit' | 'an earlier commit' | 'none';

/** A label approves the commit for which it was set. What is pushed after that nobody has seen. */
export function approvalOf({ labels, newLabel }: Pick<PullRequest, 'labels' | 'newLabel'>): Approval {
  if (newLabel === APPROVAL_LABEL) return 'this commit';
  return labels.includes(APPROVAL_LABEL) ? 'an earlier commit' : 'none';
}

export interface ReviewContext {
  readonly approval: Approval;
  /** What the changesets plan, by package. */
  readonly plannedBumps: Readonly<Record<string, Verdict>>;
}

/** Why a pull request must not be merged as it is: a sentence each, none when it may. */
export function objections({ verdict, changes }: Report, { approval, plannedBumps }: ReviewContext): string[] {
  const breakingCount = changes.filter(({ level, accepted }) => level === 'breaking' && !accepted).length;
  const isUnapproved = breakingCount > 0 && approval !== 'this commit';
  const small = Object.entries(plannedBumps).filter(([, bump]) => SIZES.indexOf(bump) < SIZES.indexOf(verdict));
  return [
    ...(isUnapproved
      ? [
          `${breakingCount} breaking ${breakingCount === 1 ? 'change' : 'changes'}: mend them, or ${HOW_TO_APPROVE[approval]}.`,
        ]
      : []),
    ...small.map(
      ([name, bump]) =>
        `The contract asks for a ${verdict} release of ${name}, and the changesets plan ${bump === 'none' ? 'none' : `a ${bump} one`}: run \`npx changeset\`.`,
    ),
  ];
}

const HOW_TO_APPROVE = {
  none: `have a maintainer set the label “${APPROVAL_LABEL}”`,
  'an earlier commit': `have a maintainer remove the label “${APPROVAL_LABEL}” and set it again: it was not set for this commit`,
};

/** The packages whose users see what the contract says. */
const PACKAGES = ['@trawl/client', '@trawl/sdk'];

/** What the changesets of a folder plan for the packages that follow the contract. */
export async function plannedBumps(folder: string): Promise<Record<string, Verdict>> {
  const { releases } = await getReleasePlan(folder);
  const bumps = new Map(releases.map(({ name, type }) => [name, type]));
  return Object.fromEntries(PACKAGES.map((name) => [name, bumps.get(name) ?? 'none']));
}
