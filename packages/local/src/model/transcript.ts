import type { ModelMessage, ToolCall } from './model.js';

/** Characters of one result that a model gets. */
const MAX_RESULT_CHARACTERS = 12_000;

/** Characters of all results that a model gets with one request: with its answer they fit a model that reads 16,384 tokens. */
const MAX_RESULTS_CHARACTERS = 36_000;

/** A call that has the same result so often leads nowhere. */
const STUCK_AFTER = 3;

export interface CallResult {
  readonly call: ToolCall;
  readonly content: string;
}

/** The calls of a conversation that have a result, in their order. */
export function resultsOf(messages: readonly ModelMessage[]): CallResult[] {
  const calls = new Map(
    messages
      .flatMap((message) => (message.role === 'assistant' ? (message.calls ?? []) : []))
      .map((call) => [call.id, call]),
  );
  return messages.flatMap((message) => {
    const call = message.role === 'tool' ? calls.get(message.call) : undefined;
    return call ? [{ call, content: message.content }] : [];
  });
}

/** The answers of the model. */
export function stepsOf(messages: readonly ModelMessage[]): number {
  return messages.filter(({ role }) => role === 'assistant').length;
}

/** What the model has said since its last answer with calls, or since the beginning. */
export function silentAnswers(messages: readonly ModelMessage[]): string[] {
  const answers = messages.filter((message) => message.role === 'assistant');
  return answers.slice(answers.findLastIndex(({ calls = [] }) => calls.length > 0) + 1).map(({ content }) => content);
}

/** The answers without calls since the last one that had any. */
export function silentSteps(messages: readonly ModelMessage[]): number {
  return silentAnswers(messages).length;
}

export function isStuck(messages: readonly ModelMessage[]): boolean {
  const times = new Map<string, number>();
  for (const { call, content } of resultsOf(messages)) {
    const same = JSON.stringify([call.name, call.input, content]);
    times.set(same, (times.get(same) ?? 0) + 1);
  }
  return Math.max(0, ...times.values()) >= STUCK_AFTER;
}

/** The conversation as the model gets it: the oldest results are left out where all of them are too long. */
export function fitted(messages: readonly ModelMessage[], maxCharacters = MAX_RESULTS_CHARACTERS): ModelMessage[] {
  let remainingCharacters = maxCharacters;
  return messages
    .toReversed()
    .map((message) => {
      if (message.role !== 'tool') return message;
      remainingCharacters -= message.content.length;
      return remainingCharacters >= 0 || message.content.length <= LEFT_OUT.length
        ? message
        : { ...message, content: LEFT_OUT };
    })
    .toReversed();
}

const LEFT_OUT = 'This result is left out now, because it is old and long. Call the tool again if you need it.';

/** A result of bounded length, cut after a block or else after a line, with a note for the model where it was cut. */
export function cutResult(
  result: string,
  maxCharacters = MAX_RESULT_CHARACTERS,
): { readonly text: string; readonly note: readonly string[] } {
  if (result.length <= maxCharacters) return { text: result, note: [] };
  const start = result.slice(0, maxCharacters);
  const ends = [start.lastIndexOf('\n\n'), start.lastIndexOf('\n')];
  // A cut that loses more than half is worse than one in the middle of a line.
  const end = ends.find((position) => position > maxCharacters / 2) ?? maxCharacters;
  return {
    text: start.slice(0, end),
    note: [`The data is longer: these are its first ${end} of ${result.length} characters.`],
  };
}
