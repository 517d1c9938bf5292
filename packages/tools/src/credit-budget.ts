import type { CallTime } from './call-time.js';
import { own, type ResultText } from './pages/result-text.js';
import { ToolError } from './tool-error.js';

/** A job of the service, whose credits are known little by little. */
interface JobCredits {
  readonly reserved: number;
  readonly used: number;
  /** What of it was used on an earlier day. */
  readonly usedBefore: number;
  readonly isOver: boolean;
}

/** For how long credits are counted: for a session, or for each day of UTC. */
export type CreditPeriod = 'session' | 'day';

const DAY_MS = 86_400_000;

/**
 * The credits of a session or of a day. What a call costs is known when it has ended, so a call reserves before it begins what it may cost
 * at most, and the answer settles that. Calls for whose reservations the credits do not suffice wait for those that run; the
 * one that reaches the limit runs alone.
 */
export class CreditBudget {
  readonly #maxCredits: number;
  /** What calls have cost, without jobs. */
  #used = 0;
  readonly #jobs = new Map<string, JobCredits>();
  /** The calls that run, each with what it has reserved. */
  readonly #running = new Map<Promise<void>, number>();
  /** What the dearest call of each kind has cost. */
  readonly #prices = new Map<string, number>();
  #lastTurn: Promise<unknown> = Promise.resolve();
  readonly #period: CreditPeriod;
  #day = today();

  constructor(maxCredits: number, period: CreditPeriod = 'session') {
    this.#maxCredits = maxCredits;
    this.#period = period;
  }

  /**
   * How many credits no call has used, and no job has reserved.
   *
   * @throws ToolError when there are none.
   */
  left(): number {
    this.#beginDay();
    const jobs = [...this.#jobs.values()];
    const used = jobs.reduce((sum, job) => sum + job.used - job.usedBefore, this.#used);
    const reserved = jobs.reduce((sum, job) => sum + (job.isOver ? 0 : Math.max(0, job.reserved - job.used)), 0);
    if (used + reserved < this.#maxCredits) return this.#maxCredits - used - reserved;
    const total = this.#maxCredits;
    if (used >= total) {
      throw new ToolError(
        own`The credits of ${this.#owner} are used up: ${used} of ${total}. Answer with what you have.`,
      );
    }
    throw new ToolError(
      own`Of the ${total} credits of ${this.#owner}, ${used} are used, and jobs that have not ended have reserved ${reserved}. Ask for the state of those jobs first.`,
    );
  }

  /**
   * Makes a call when its turn comes.
   *
   * @param kind - Calls of one kind cost about the same. The first one of a kind runs alone, so that its price is known.
   * @param estimate - What such a call costs at most, as far as that is known.
   * @param time - A call whose time is over leaves the queue.
   * @throws ToolError when the credits are used up, or its turn has not come in time.
   */
  async call<Answer>(
    kind: string,
    estimate: number,
    time: CallTime,
    run: () => PromiseLike<Answer>,
    costOf: (answer: Answer) => unknown,
  ): Promise<Answer> {
    const { end } = await this.#begin(() => Math.max(estimate, this.#prices.get(kind) ?? Infinity), time);
    try {
      const answer = await run();
      const cost = creditsOf(costOf(answer));
      this.#used += cost;
      this.#prices.set(kind, Math.max(cost, this.#prices.get(kind) ?? 0));
      return answer;
    } finally {
      end();
    }
  }

  /**
   * Starts a job, for which the credits stay reserved until it has ended.
   *
   * @param wanted - What it may use at most.
   * @param time - A call whose time is over leaves the queue.
   * @param start - Gets how many of these credits it may use.
   * @throws ToolError when the credits are used up, or its turn has not come in time.
   */
  async job<Job extends { readonly id: string }>(
    wanted: number,
    time: CallTime,
    start: (credits: number) => PromiseLike<Job>,
  ): Promise<Job> {
    const { credits, end } = await this.#begin(() => wanted, time);
    try {
      const job = await start(Math.ceil(credits));
      this.#jobs.set(job.id, { reserved: credits, used: 0, usedBefore: 0, isOver: false });
      return job;
    } finally {
      end();
    }
  }

  /** Counts what a job has used until now. */
  settleJob(id: string, used: unknown, isOver: boolean): void {
    this.#beginDay();
    const job = this.#jobs.get(id) ?? { reserved: 0, used: 0, usedBefore: 0, isOver };
    this.#jobs.set(id, { ...job, used: Math.max(job.used, creditsOf(used)), isOver });
  }

  /** Waits for the calls before this one to begin, and then until there is room for it or none of them runs. */
  async #begin(
    reservation: () => number,
    time: CallTime,
  ): Promise<{ readonly credits: number; readonly end: () => void }> {
    const turn = this.#lastTurn.then(async () => {
      for (;;) {
        if (time.isOver) throw tooLate();
        const left = this.left();
        const reserved = [...this.#running.values()].reduce((sum, credits) => sum + credits, 0);
        const credits = reservation();
        if (this.#running.size > 0 && reserved + credits > left) {
          await Promise.race([...this.#running.keys(), time.over]);
          continue;
        }
        return this.#reserve(Math.min(credits, left));
      }
    });
    this.#lastTurn = turn.catch(() => {});
    // The calls before this one may wait for longer than it can. If its turn comes later, it reserves nothing.
    const late = time.over.then((): never => {
      throw tooLate();
    });
    return Promise.race([turn, late]);
  }

  /** Forgets what was used on an earlier day. Jobs of that day go on with what they have reserved. */
  #beginDay(): void {
    if (this.#period === 'session' || this.#day === today()) return;
    this.#day = today();
    this.#used = 0;
    for (const [id, job] of this.#jobs) {
      if (job.isOver) this.#jobs.delete(id);
      else this.#jobs.set(id, { ...job, usedBefore: job.used });
    }
  }

  get #owner(): ResultText {
    return this.#period === 'session' ? own`this session` : own`today`;
  }

  #reserve(credits: number): { readonly credits: number; readonly end: () => void } {
    let resolve = (): void => {};
    const ended = new Promise<void>((onEnd) => {
      resolve = onEnd;
    });
    this.#running.set(ended, credits);
    const end = (): void => {
      this.#running.delete(ended);
      resolve();
    };
    return { credits, end };
  }
}

const today = (): number => Math.floor(Date.now() / DAY_MS);

const tooLate = (): ToolError =>
  new ToolError(own`Other calls took all the time that this one had. Call again, with fewer calls at once.`);

/** A service that does not count says nothing, or -1. */
const creditsOf = (value: unknown): number => (typeof value === 'number' && value > 0 ? value : 0);
