import { readFileSync } from 'node:fs';

const FILE = new URL('../../test/fixtures/github-events.jsonl', import.meta.url);

interface Repository {
  readonly full_name: string;
}

interface PullRequestPayload {
  readonly action: string;
  readonly repository: Repository;
  readonly label?: { readonly name: string };
  readonly pull_request: {
    readonly number: number;
    readonly base: { readonly sha: string; readonly repo: Repository };
    readonly head: { readonly sha: string; readonly repo: Repository | null };
    readonly labels: readonly { readonly name: string }[];
  };
}

const events = readFileSync(FILE, 'utf8')
  .trim()
  .split('\n')
  .map((line): { event: string; payload: unknown } => JSON.parse(line));

/** What the workflow of the contract is started by. */
export const ACTIONS = ['opened', 'synchronize', 'reopened', 'labeled', 'unlabeled'] as const;

/** The payload of a `pull_request` event, as GitHub sent it. */
export function pullRequestEvent(action: (typeof ACTIONS)[number]): PullRequestPayload {
  const payloads = events.filter(({ event }) => event === 'pull_request').map(({ payload }) => payload);
  const found = (payloads as PullRequestPayload[]).find((payload) => payload.action === action);
  if (!found) throw new Error(`There is no recorded event of a pull request that was ${action}.`);
  return found;
}

/** The payload of an event of another kind, as GitHub sent it. */
export function otherEvent(name: 'push' | 'fork'): unknown {
  return events.find(({ event }) => event === name)?.payload;
}

export interface Situation {
  readonly baseSha?: string;
  readonly headSha?: string;
  readonly labels?: readonly string[];
  /** The one of them that was set or removed. */
  readonly label?: string;
  readonly fork?: boolean;
}

/** A recorded payload in which only these are others. The repository of the fork is a recorded one, too. */
export function changed(
  payload: PullRequestPayload,
  { baseSha, headSha, labels, label, fork }: Situation,
): PullRequestPayload {
  const { base, head, ...pull } = payload.pull_request;
  const { forkee } = otherEvent('fork') as { forkee: Repository };
  return {
    ...payload,
    ...(label !== undefined && { label: { ...payload.label, name: label } }),
    pull_request: {
      ...pull,
      base: { ...base, sha: baseSha ?? base.sha },
      head: { ...head, sha: headSha ?? head.sha, ...(fork && { repo: forkee }) },
      labels: labels?.map((name) => ({ ...pull.labels[0], name })) ?? pull.labels,
    },
  };
}
