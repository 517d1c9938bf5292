import { SYSTEM_MESSAGE } from './fence.js';
import { parseJson } from './json-text.js';
import { ModelFailure, type ModelMessage, type ModelRequest } from './model.js';

/** Asks a model on behalf of one page. */
export type Ask = (messages: readonly ModelMessage[], json?: ModelRequest['json']) => Promise<string>;

/** One exchange that can be continued: each message of the user is followed by an answer. */
export class Conversation {
  readonly #ask: Ask;
  readonly #messages: ModelMessage[];
  readonly #json: ModelRequest['json'];

  constructor(ask: Ask, json?: ModelRequest['json']) {
    this.#ask = ask;
    this.#json = json;
    this.#messages = [{ role: 'system', content: SYSTEM_MESSAGE }];
  }

  async say(content: string): Promise<string> {
    this.#messages.push({ role: 'user', content });
    const answer = await this.#ask(this.#messages, this.#json);
    this.#messages.push({ role: 'assistant', content: answer });
    return answer;
  }

  /** Replaces the last answer, before the model is asked to mend it. */
  replaceAnswer(content: string): void {
    this.#messages.pop();
    this.#messages.push({ role: 'assistant', content });
  }
}

/** The repair rounds that one page has left. */
export interface Repairs {
  remainingAttempts: number;
}

/** Asks for JSON; an answer that is none is asked for again while there are repairs left. */
export async function sayForJson(conversation: Conversation, content: string, repairs: Repairs): Promise<unknown> {
  const answer = await askForJson(conversation, content, repairs);
  if ('value' in answer) return answer.value;
  throw new ModelFailure('the language model gave no usable answer: it is not JSON');
}

/** Like `sayForJson`, for an answer that is of use as a text too: what the model says at last, if it is no JSON. */
export async function sayForJsonOrWords(
  conversation: Conversation,
  content: string,
  repairs: Repairs,
): Promise<unknown> {
  const answer = await askForJson(conversation, content, repairs);
  return 'value' in answer ? answer.value : answer.words;
}

async function askForJson(
  conversation: Conversation,
  content: string,
  repairs: Repairs,
): Promise<{ readonly value: unknown } | { readonly words: string }> {
  const words = await conversation.say(content);
  const json = parseJson(words);
  if (json) return json;
  if (repairs.remainingAttempts === 0) return { words };
  repairs.remainingAttempts -= 1;
  return askForJson(conversation, 'Your answer is not JSON. Answer again, with the JSON value alone.', repairs);
}
