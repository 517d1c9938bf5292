import { createHash } from 'node:crypto';
import type { Stores } from '../store/stores.js';

/** A longer answer is not kept. */
const MAX_CHARACTERS = 64 * 1024;

/** The answers that a team was given, by what was asked of which text. */
export interface AnswerCache {
  get(team: string, question: unknown): Promise<{ readonly value: unknown } | undefined>;
  set(team: string, question: unknown, value: unknown): Promise<void>;
}

export function createAnswerCache({ answers }: Pick<Stores, 'answers'>): AnswerCache {
  return {
    async get(team, question) {
      const answer = await answers.get(team, keyOf(question));
      return answer === undefined ? undefined : JSON.parse(answer);
    },
    async set(team, question, value) {
      const answer = JSON.stringify({ value });
      if (answer.length <= MAX_CHARACTERS) await answers.set(team, keyOf(question), answer);
    },
  };
}

/** Hashed, because it holds the text of a page. */
function keyOf(question: unknown): string {
  return createHash('sha256').update(JSON.stringify(question)).digest('base64');
}
