import { MAX_ANSWER_TOKENS } from './chat-client.js';
import { type Ask, Conversation } from './conversation.js';
import { fenced } from './fence.js';
import { ModelFailure } from './model.js';

/** A token of Markdown has three characters or more in most languages. */
const MAX_CLEANED_CHARACTERS = MAX_ANSWER_TOKENS * 3;

/** Leaves out lines that are not content. Of the answer only lines of the page are used; throws a `ModelFailure`. */
export async function cleanContent(ask: Ask, markdown: string): Promise<string> {
  if (markdown.length > MAX_CLEANED_CHARACTERS) {
    throw new ModelFailure(
      `the Markdown has ${markdown.length} characters, and the model can return ${MAX_CLEANED_CHARACTERS}`,
    );
  }
  const task =
    'Task: return the data without navigation, advertisements, notices about cookies, share buttons and lists of other pages. Copy every other line unchanged. Answer with the Markdown alone.';
  const answer = await new Conversation(ask).say(`${task}\n\n${fenced('Markdown of the page', markdown)}`);
  const original = new Set(markdown.split('\n').map(simplified));
  const lines = withoutBlock(answer).split('\n');
  const ofPage = lines.filter((line) => original.has(simplified(line)) || line.trim() === '');
  const foreign = lines.length - ofPage.length;
  const content = ofPage.join('\n').trim();
  if (content === '' || foreign > ofPage.length / 2) {
    throw new ModelFailure('the language model wrote other lines instead of leaving lines out');
  }
  return content;
}

/** Models like to put Markdown into a code block. */
function withoutBlock(text: string): string {
  return /^```(?:markdown|md)?\n([\s\S]*)\n```$/.exec(text.trim())?.[1] ?? text;
}

function simplified(line: string): string {
  return line.replace(/\s+/g, ' ').trim();
}
