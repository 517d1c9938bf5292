import { type Ask, Conversation } from './conversation.js';
import { fenced } from './fence.js';
import { ModelFailure } from './model.js';

/** A longer text is no summary. */
const MAX_CHARACTERS = 4_000;

/** Summarizes the parts of a page in prose; throws a `ModelFailure`. */
export async function answerSummary(ask: Ask, parts: readonly string[]): Promise<string> {
  const summaries: string[] = [];
  for (const part of parts) summaries.push(await summaryOf(ask, 'text of the page', part));
  const [only = ''] = summaries;
  return summaries.length === 1 ? only : summaryOf(ask, 'summaries of its parts', summaries.join('\n\n'));
}

async function summaryOf(ask: Ask, name: string, text: string): Promise<string> {
  const task =
    'Task: summarize the data in three to five sentences of plain prose, in the language of the data. Answer with the sentences alone: no heading, no list, no opening words.';
  const summary = await new Conversation(ask).say(`${task}\n\n${fenced(name, text)}`);
  if (summary.length > MAX_CHARACTERS) {
    throw new ModelFailure(`its summary has more than ${MAX_CHARACTERS} characters`);
  }
  return summary;
}
