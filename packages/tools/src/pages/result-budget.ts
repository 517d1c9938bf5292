import type { ResultText } from './result-text.js';
import { countTokens } from './tokens.js';

/** The room becomes smaller by at least so many tokens, so that a result is built a few times at most. */
const LEAST_STEP = 16;

/** How many tokens a result may have, with the prefix before the names of tools in it. */
export class ResultBudget {
  readonly #tokens: number;
  readonly #prefix: string;

  constructor(tokens: number, prefix = '') {
    this.#tokens = tokens;
    this.#prefix = prefix;
  }

  /** What is left beside something else in the result, such as a picture. */
  less(tokens: number): ResultBudget {
    return new ResultBudget(this.#tokens - tokens, this.#prefix);
  }

  /** Whether so many tokens leave at least half of the budget. */
  hasRoomFor(tokens: number): boolean {
    return tokens <= this.#tokens / 2;
  }

  /**
   * A result within the budget. Only the whole result shows how many tokens it has: it is built with less room until it fits.
   *
   * @param build - Builds the result with a text of about as many tokens as there is room for, which may have a minimum.
   */
  fill(build: (room: number) => ResultText): ResultText {
    let room = this.#tokens;
    for (;;) {
      const result = build(room);
      const excess = countTokens(result.withPrefix(this.#prefix)) - this.#tokens;
      if (excess <= 0 || room <= 0) return result;
      room = Math.max(0, room - Math.max(excess, LEAST_STEP));
    }
  }
}
