/**
 * Reviews the contract in a pull request: the report in the job's summary, one comment that is kept up to date, a remark on
 * every line, and a status that says whether it may be merged. Run by the workflow, whose variables it reads, or on one's own
 * machine, where it prints what the pull request would show:
 *
 *   npm run --silent review
 */
import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import {
  compare,
  connectToGitHub,
  mergeBase,
  type PullRequest,
  pullRequestOf,
  type Report,
  readPolicy,
  readSpec,
  render,
  SpecProblem,
  syncComment,
  withPolicy,
} from '@trawl/spec-diff';
import { readCommandLine } from './command-line.js';
import { withTypeTests } from './contract-types/type-tests.js';
import { plannedBumps } from './pull-request/planned-bumps.js';
import { objections } from './pull-request/review.js';

const CONTRACT = 'openapi/v2.yaml';

/** Levels that we have agreed on, and changes that are accepted, where there are any. */
const POLICY = 'openapi/contract-changes.yaml';

const HELP = `Reviews what a pull request does to those who use the contract.

  npm run --silent review

In a workflow of GitHub it reads the event that started it, and writes the summary of the job, the comment and the remarks
on lines. Elsewhere it prints what a pull request of this branch would show. Ends with 0 when nothing stands in the way of
merging, 1 when something does, 2 when there is nothing to review.`;

function variable(name: string): string {
  const value = process.env[name];
  if (!value) throw new SpecProblem(`${name} is not set: the workflow of GitHub sets it beside GITHUB_EVENT_PATH.`);
  return value;
}

async function main(): Promise<void> {
  readCommandLine(HELP, {});
  const event = process.env.GITHUB_EVENT_PATH;
  const pull = event ? pullRequestOf(JSON.parse(readFileSync(event, 'utf8'))) : undefined;
  // The workflow looks at the merge of both: what differs from the base is what the pull request brings.
  const report = await reportSince(pull?.baseSha ?? mergeBase());
  const reasons = objections(report, { labels: pull?.labels ?? [], planned: await plannedBumps('.') });

  const isSilent = report.verdict === 'none' && report.changes.length === 0;
  const text = isSilent ? undefined : await render(report, 'markdown', { command: 'npm run spec:diff' });
  if (pull) await show(pull, report, text);
  else console.log(text ?? 'The contract has not changed.');
  for (const reason of reasons) console.log(pull ? `::error title=Contract::${reason}` : reason);
  process.exitCode = reasons.length ? 1 : 0;
}

async function reportSince(revision: string): Promise<Report> {
  const before = await readSpec(revision, { contract: CONTRACT });
  const after = await readSpec(CONTRACT, { contract: CONTRACT });
  const policy = existsSync(POLICY) ? readPolicy(POLICY) : undefined;
  return withTypeTests(withPolicy(compare(before, after, policy?.settings), policy), before, after);
}

async function show(pull: PullRequest, report: Report, text: string | undefined): Promise<void> {
  appendFileSync(variable('GITHUB_STEP_SUMMARY'), `${text ?? 'The contract has not changed.'}\n`);
  console.log(await render(report, 'github'));
  // On a fork the token may only read.
  if (pull.isFork) return;
  const options = {
    apiUrl: variable('GITHUB_API_URL'),
    repository: pull.repository,
    token: variable('GITHUB_TOKEN'),
  };
  await syncComment(connectToGitHub(options), pull.number, CONTRACT, text);
}

main().catch((error: Error) => {
  console.error(error.message);
  process.exitCode = 2;
});
