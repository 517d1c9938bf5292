import type { GitHub } from './github.js';

/** By this line the comment is known again; a reader does not see it. */
const MARK = '<!-- contract changes, kept up to date -->';

/** Keeps one comment with the given text in a pull request, and none when there is no text. */
export async function syncComment(github: GitHub, number: number, text: string | undefined): Promise<void> {
  const body = text === undefined ? undefined : `${MARK}\n${text}`;
  const [ours, ...doubles] = (await github.listComments(number)).filter((comment) => comment.body.startsWith(MARK));
  // Two runs that overlapped may each have made one.
  for (const { id } of doubles) await github.deleteComment(id);
  if (body === undefined) {
    if (ours) await github.deleteComment(ours.id);
  } else if (!ours) await github.createComment(number, body);
  else if (ours.body !== body) await github.updateComment(ours.id, body);
}
