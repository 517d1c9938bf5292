import type { Service } from './service.js';

export interface ReadinessOptions {
  readonly service: Pick<Service, 'findProblem'>;
  /** Whether the server stops. */
  readonly isStopping: () => boolean;
  readonly log: (line: string) => void;
}

/** Everybody may ask, so the answer stays valid for a moment. */
const VALID_MS = 1000;

/** Whether the server can do its work, for load balancers that ask every few seconds. */
export class Readiness {
  readonly #options: ReadinessOptions;
  #check: Promise<string | undefined> = Promise.resolve(undefined);
  #checkedAt = Number.NEGATIVE_INFINITY;
  #problem: string | undefined;

  constructor(options: ReadinessOptions) {
    this.#options = options;
  }

  async isReady(): Promise<boolean> {
    if (this.#options.isStopping()) return false;
    const now = performance.now();
    if (now - this.#checkedAt > VALID_MS) {
      this.#checkedAt = now;
      this.#check = this.#findProblem();
    }
    return (await this.#check) === undefined;
  }

  /** Logs each change, because the callers are not told what the problem is. */
  async #findProblem(): Promise<string | undefined> {
    const problem = await this.#options.service.findProblem();
    if (problem !== this.#problem) this.#options.log(problem === undefined ? 'Ready again.' : `Not ready: ${problem}`);
    this.#problem = problem;
    return problem;
  }
}
