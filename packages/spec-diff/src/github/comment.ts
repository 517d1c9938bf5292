import { setTimeout } from 'node:timers/promises';
import { visible } from '../output/visible.js';
import { type GitHub, GitHubProblem } from './api.js';

/**
 * The line by which the program finds its comment again. Readers do not see it. It names the contract, because a pull
 * request may change several.
 */
function markOf(contract: string): string {
  return `<!-- changes of ${visible(contract).replaceAll('--', '- -')}, kept up to date -->`;
}

const ATTEMPTS = 3;

/** The longest time for which GitHub is waited for. */
const MOST_MS = 60_000;

/**
 * Keeps one comment on a contract with the given text in a pull request, and none when there is no text. Where GitHub fails
 * or has had too many calls, it is tried again from the beginning: a comment may have been made before the answer was lost.
 */
export async function syncComment(
  github: GitHub,
  number: number,
  contract: string,
  text: string | undefined,
): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      await syncOnce(github, number, contract, text);
      return;
    } catch (cause) {
      if (attempt === ATTEMPTS || !isPassing(cause)) throw cause;
      const asked = cause instanceof GitHubProblem ? cause.retryAfterMs : undefined;
      await setTimeout(Math.min(asked ?? attempt * 1000, MOST_MS));
    }
  }
}

/** Whether another attempt may succeed. GitHub answers with 403 where there were too many calls, too. */
function isPassing(cause: unknown): boolean {
  if (!(cause instanceof GitHubProblem)) return true;
  return cause.status === 403 || cause.status === 429 || cause.status >= 500;
}

async function syncOnce(github: GitHub, number: number, contract: string, text: string | undefined): Promise<void> {
  const mark = markOf(contract);
  const body = text === undefined ? undefined : `${mark}\n${text}`;
  const [ours, ...doubles] = (await github.listComments(number)).filter((comment) => comment.body.startsWith(mark));
  // Two runs that overlapped may each have made one.
  for (const { id } of doubles) await github.deleteComment(id);
  if (body === undefined) {
    if (ours) await github.deleteComment(ours.id);
  } else if (!ours) await github.createComment(number, body);
  else if (ours.body !== body) await github.updateComment(ours.id, body);
}
