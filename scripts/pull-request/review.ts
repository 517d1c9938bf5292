import type { Report, Verdict } from '@trawl/spec-diff';

/** Set by a maintainer who has seen what breaks and wants it so. */
export const APPROVAL_LABEL = 'breaking change approved';

const SIZES: readonly Verdict[] = ['none', 'patch', 'minor', 'major'];

export interface ReviewContext {
  readonly labels: readonly string[];
  /** What the changesets plan, by package. */
  readonly planned: Readonly<Record<string, Verdict>>;
}

/** Why a pull request must not be merged as it is: a sentence each, none when it may. */
export function objections({ verdict, changes }: Report, { labels, planned }: ReviewContext): string[] {
  const breaking = changes.filter(({ level, accepted }) => level === 'breaking' && !accepted).length;
  const unapproved = breaking > 0 && !labels.includes(APPROVAL_LABEL);
  const small = Object.entries(planned).filter(([, bump]) => SIZES.indexOf(bump) < SIZES.indexOf(verdict));
  return [
    ...(unapproved
      ? [
          `${breaking} breaking ${breaking === 1 ? 'change' : 'changes'}: mend them, or have a maintainer set the label “${APPROVAL_LABEL}”.`,
        ]
      : []),
    ...small.map(
      ([name, bump]) =>
        `The contract asks for a ${verdict} release of ${name}, and the changesets plan ${bump === 'none' ? 'none' : `a ${bump} one`}: run \`npx changeset\`.`,
    ),
  ];
}
