import { appendFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import {
  compare,
  mergeBase,
  pullRequestOf,
  type Report,
  readPolicy,
  readSpec,
  render,
  SpecProblem,
  withPolicy,
} from '@trawl/spec-diff';
import { withTypeTests } from '../contract-types/type-tests.js';
import { approvalOf, objections, plannedBumps } from './review.js';

const CONTRACT = 'openapi/v2.yaml';

/** Levels that we have agreed on, and changes that are accepted, where there are any. */
const POLICY = 'openapi/contract-changes.yaml';

/** 0 when nothing stands in the way of merging, 1 when something does, 2 when there is nothing to review. */
type ExitStatus = 0 | 1 | 2;

/** Where a review runs: the variables of the workflow, if there is one, and where its lines are printed. */
export interface Surroundings {
  readonly env: NodeJS.ProcessEnv;
  readonly print: (text: string) => void;
  readonly complain: (text: string) => void;
}

/** Reviews the contract of the repository in the current folder, and reports what the review says. */
export async function review(surroundings: Surroundings): Promise<ExitStatus> {
  try {
    return await reportReview(surroundings);
  } catch (error) {
    surroundings.complain(error instanceof Error ? error.message : String(error));
    return 2;
  }
}

async function reportReview(surroundings: Surroundings): Promise<ExitStatus> {
  const { env, print } = surroundings;
  const event = env.GITHUB_EVENT_PATH;
  const pull = event ? pullRequestOf(JSON.parse(readFileSync(event, 'utf8'))) : undefined;
  // The workflow looks at the merge of both: what differs from the base is what the pull request brings.
  const report = await reportSince(pull?.baseSha ?? mergeBase());
  const approval = pull ? approvalOf(pull) : 'none';
  const reasons = objections(report, { approval, plannedBumps: await plannedBumps('.') });

  const isSilent = report.verdict === 'none' && report.changes.length === 0;
  const text = isSilent
    ? undefined
    : await render(report, 'markdown', { command: 'npm run spec:diff', contract: CONTRACT });
  if (pull) await show(report, text, surroundings);
  else print(text ?? 'The contract has not changed.');
  for (const reason of reasons) print(pull ? `::error title=Contract::${reason}` : reason);
  return reasons.length > 0 ? 1 : 0;
}

async function reportSince(revision: string): Promise<Report> {
  const olderSpec = await readSpec(revision, { contract: CONTRACT });
  const newerSpec = await readSpec(CONTRACT, { contract: CONTRACT });
  const policy = existsSync(POLICY) ? readPolicy(POLICY) : undefined;
  return withTypeTests(withPolicy(compare(olderSpec, newerSpec, policy?.settings), policy), olderSpec, newerSpec);
}

/** Writes the summary and the remarks on lines. A job that runs none of this code makes a comment of the other file. */
async function show(report: Report, text: string | undefined, { env, print }: Surroundings): Promise<void> {
  appendFileSync(variable(env, 'GITHUB_STEP_SUMMARY'), `${text ?? 'The contract has not changed.'}\n`);
  writeFileSync(variable(env, 'REPORT'), text ?? '');
  print(await render(report, 'github'));
}

function variable(env: NodeJS.ProcessEnv, name: string): string {
  const value = env[name];
  if (!value) throw new SpecProblem(`${name} is not set: the workflow sets it beside GITHUB_EVENT_PATH.`);
  return value;
}
