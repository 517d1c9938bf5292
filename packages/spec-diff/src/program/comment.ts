import { readFileSync } from 'node:fs';
import { connectToGitHub, GitHubProblem } from '../github/api.js';
import { syncComment } from '../github/comment.js';
import { type PullRequest, pullRequestOf } from '../github/event.js';
import { SpecProblem } from '../problem.js';
import { type RenderOptions, render } from '../report/render.js';
import type { Report } from '../report/report.js';
import { complain } from './console.js';

/** Keeps one comment on a contract up to date in the pull request for which a workflow of GitHub runs. */
export async function commentOnPullRequest(report: Report, contract: string, options: RenderOptions): Promise<void> {
  const pull = pullRequest();
  if (pull.isFork) {
    complain('There is no comment: on a pull request from a fork, the token of the workflow may only read.');
    return;
  }
  const github = connectToGitHub({
    apiUrl: variable('GITHUB_API_URL'),
    repository: pull.repository,
    token: variable('GITHUB_TOKEN'),
  });
  const text = report.changes.length === 0 ? undefined : await render(report, 'markdown', options);
  try {
    await syncComment(github, pull.number, contract, text);
  } catch (cause) {
    const { message } = cause as Error;
    throw new SpecProblem(`The comment could not be kept up to date: ${message}${whatToDo(cause)}`, { cause });
  }
}

function whatToDo(cause: unknown): string {
  const status = cause instanceof GitHubProblem ? cause.status : 500;
  if (status === 403 || status === 404) {
    return '. The job needs the permission `pull-requests: write`, which the caller of a reusable workflow has to grant, too. The token of a pull request of Dependabot may only read.';
  }
  return status >= 500 || status === 429 ? '. It was tried three times: run the job again.' : '';
}

function pullRequest(): PullRequest {
  const file = variable('GITHUB_EVENT_PATH');
  try {
    return pullRequestOf(JSON.parse(readFileSync(file, 'utf8')));
  } catch (cause) {
    throw new SpecProblem(`--comment: ${(cause as Error).message}`, { cause });
  }
}

function variable(name: string): string {
  const value = process.env[name];
  if (value) return value;
  throw new SpecProblem(`--comment works in a workflow of GitHub: ${name} is not set.`);
}
