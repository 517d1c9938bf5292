const TOKENS = 500;
const RETRY_COST = 5;

/**
 * Keeps a client with many calls from hammering a server that is down: retries cost tokens, successes earn them back.
 * A call that needed retries earns what one retry cost; a call that needed none earns one token.
 */
export class RetryBudget {
  #tokens = TOKENS;

  get affordable(): boolean {
    return this.#tokens >= RETRY_COST;
  }

  spend(): void {
    this.#tokens -= RETRY_COST;
  }

  earn(retries: number): void {
    this.#tokens = Math.min(TOKENS, this.#tokens + (retries ? RETRY_COST : 1));
  }
}
