const TOKENS = 500;
const RETRY_COST = 5;

/**
 * Limits the retries of a client with many calls while a server is down. A retry costs tokens, a success earns some back:
 * as many as one retry costs if the call was retried, otherwise one.
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
