import { visible } from '../output/visible.js';
import type { GitHub } from './api.js';

/**
 * The line by which the program finds its comment again. Readers do not see it. It names the contract, because a pull
 * request may change several.
 */
function markOf(contract: string): string {
  return `<!-- changes of ${visible(contract).replaceAll('--', '- -')}, kept up to date -->`;
}

/** Keeps one comment on a contract with the given text in a pull request, and none when there is no text. */
export async function syncComment(
  github: GitHub,
  number: number,
  contract: string,
  text: string | undefined,
): Promise<void> {
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
