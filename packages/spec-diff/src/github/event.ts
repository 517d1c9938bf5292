/** A pull request, as far as a review of the contract has to know it. */
export interface PullRequest {
  /** `owner/name` */
  readonly repository: string;
  readonly number: number;
  /** What it would be merged into. */
  readonly baseSha: string;
  /** Its last commit. */
  readonly headSha: string;
  /** Whether the pull request comes from a fork. Its token may only read. */
  readonly isFork: boolean;
  readonly labels: readonly string[];
  /** The label that was set on this commit, where the event says that one was. The others may be older than the commit. */
  readonly newLabel?: string;
}

/** Reads the payload of a `pull_request` event; a payload of another kind is an error that says so. */
export function pullRequestOf(payload: unknown): PullRequest {
  const { action, label, pull_request: pull, repository } = Object(payload) as Payload;
  if (!pull || !repository) throw new Error('The event is not that of a pull request: it has no `pull_request`.');
  const { number, base, head, labels } = pull;
  return {
    repository: repository.full_name,
    number,
    baseSha: base.sha,
    headSha: head.sha,
    // The repository of a fork may have been deleted since.
    isFork: head.repo?.full_name !== base.repo.full_name,
    labels: labels.map(({ name }) => name),
    ...(action === 'labeled' && label && { newLabel: label.name }),
  };
}

interface Payload {
  readonly action?: string;
  readonly label?: { readonly name: string };
  readonly pull_request?: {
    readonly number: number;
    readonly base: { readonly sha: string; readonly repo: { readonly full_name: string } };
    readonly head: { readonly sha: string; readonly repo: { readonly full_name: string } | null };
    readonly labels: readonly { readonly name: string }[];
  };
  readonly repository?: { readonly full_name: string };
}
