/**
 * Reviews the contract in a pull request: the report in the job's summary, one comment that is kept up to date, a remark on
 * every line, and a status that says whether it may be merged. Run by the workflow, whose variables it reads:
 *
 *   npm run --silent review
 */
import { appendFileSync, readFileSync } from 'node:fs';
import { syncComment } from './pull-request/comment.js';
import { pullRequestOf } from './pull-request/event.js';
import { connectToGitHub } from './pull-request/github.js';
import { plannedBumps } from './pull-request/planned-bumps.js';
import { objections } from './pull-request/review.js';
import { compare } from './spec/compare.js';
import { SpecProblem } from './spec/problem.js';
import { render } from './spec/report/render.js';
import { CONTRACT, readSpec } from './spec/sources.js';
import { withCode } from './spec/types/code.js';

function variable(name: string): string {
  const value = process.env[name];
  if (!value) throw new SpecProblem(`${name} is not set: this program is run by a workflow of GitHub.`);
  return value;
}

async function main(): Promise<void> {
  const pull = pullRequestOf(JSON.parse(readFileSync(variable('GITHUB_EVENT_PATH'), 'utf8')));
  // The workflow looks at the merge of both: what differs from the base is what the pull request brings.
  const base = readSpec(pull.baseSha);
  const head = readSpec(CONTRACT);
  const report = await withCode(compare(base, head), base, head);
  const reasons = objections(report, { labels: pull.labels, planned: await plannedBumps('.') });

  const isSilent = report.verdict === 'none' && report.changes.length === 0;
  const text = isSilent ? undefined : render(report, 'markdown');
  appendFileSync(variable('GITHUB_STEP_SUMMARY'), `${text ?? 'The contract has not changed.'}\n`);
  console.log(render(report, 'github'));
  // On a fork the token may only read.
  if (!pull.isFork) {
    const options = {
      apiUrl: variable('GITHUB_API_URL'),
      repository: pull.repository,
      token: variable('GITHUB_TOKEN'),
    };
    await syncComment(connectToGitHub(options), pull.number, text);
  }
  for (const reason of reasons) console.log(`::error title=Contract::${reason}`);
  process.exitCode = reasons.length ? 1 : 0;
}

main().catch((error: Error) => {
  console.error(error.message);
  process.exitCode = 2;
});
