import type { Clock } from '@trawl/base/clock';
import { Slots } from '@trawl/convert/workers';
import { type CreditEstimate, exactly } from '../accounts/credits.js';
import { type JobCreditsDependencies, type ReserveForJob, reserveForJob } from '../accounts/job-credits.js';
import { CreditsLacking, type Hold } from '../accounts/plan.js';
import { Refusal } from '../contract/refusal.js';
import {
  type JobKind,
  type JobTransaction,
  type JobWork,
  nameOf,
  type OpenJob,
  type TaskResult,
} from '../jobs/job-kind.js';
import { ResultRefused } from '../jobs/job-transaction.js';
import type { BudgetedChat, ChatScope } from '../model/budgeted-chat.js';
import type { Check } from '../model/json-answer.js';
import { ModelFailure } from '../model/model.js';
import type { ModelAccess } from '../model/open-model.js';
import type { JobCounts, JobEnd } from '../store/job-store.js';
import { StorageUnavailable } from '../store/storage-unavailable.js';
import type { Stores } from '../store/stores.js';
import type { Webhooks } from '../webhooks/delivery.js';
import { deliverJobEvent, type JobEvent } from '../webhooks/job-event.js';
import {
  isPrivateModelRequest,
  type ModelJob,
  type ModelJobKind,
  type ModelJobRequests,
  type ModelJobResult,
} from './model-job.js';

/** What an agent or an extraction works with. */
export interface ModelWork<Kind extends ModelJobKind> {
  readonly job: ModelJob<Kind>;
  readonly chat: BudgetedChat;
  /** For a part of the job that ends earlier. */
  readonly openChat: (call: Pick<ChatScope, 'deadline' | 'signal'>) => BudgetedChat;
  readonly check: Check;
  readonly signal: AbortSignal;
  /** When the job must be done, in milliseconds since 1970. */
  readonly deadline: number;
  /** Credits that the job has used, those of earlier runs included. */
  creditsUsed(): number;
  /**
   * Reserves credits for what the job does next, until the step ends; resolves to what that may cost. Throws a `CreditsLacking`.
   */
  reserve(estimate: CreditEstimate): Promise<number>;
  /** Whether the credits are used up, and not only reserved by other work. */
  isOutOfCredits(): Promise<boolean>;
  /** Counts credits; they are charged with the step, or with the end of the job. Reserve them before. */
  spend(credits: number): void;
  /** Stores a finished step and tells the webhook of its actions. */
  finishStep(progress: object, actions: readonly Action[]): Promise<void>;
}

/** One thing that a job has done. */
export interface Action {
  readonly action: string;
  readonly input: Readonly<Record<string, unknown>>;
}

/** What is special about agents, or about extractions. */
export interface ModelWorker<Kind extends ModelJobKind> {
  maxMs(request: ModelJobRequests[Kind]): number;
  /** Does the work; throws a `ModelFailure` or a `Refusal` with the reason why it cannot. */
  run(work: ModelWork<Kind>): Promise<ModelJobResult>;
  /** Whether a job that fails gives back what its steps were charged. */
  readonly isFreeIfFailed: boolean;
}

export interface ModelKindDependencies {
  readonly clock: Clock;
  /** It is undefined on a server without a model. */
  readonly access: ModelAccess | undefined;
  readonly webhooks: Webhooks;
  readonly credits: JobCreditsDependencies;
  readonly log: (line: string) => void;
}

/** Nothing that a job does costs less. */
export const LEAST_CREDITS = 1;

/** Jobs that are worked on at once: most models on a user's machine answer one request after the other. */
const MAX_ACTIVE = 4;

/** Agents and extractions, the jobs of a language model. */
export function modelKinds(
  workers: { readonly [Kind in ModelJobKind]: ModelWorker<Kind> },
  dependencies: ModelKindDependencies,
): Readonly<Record<ModelJobKind, JobKind>> {
  const slots = new Slots('model', { service: MAX_ACTIVE, team: MAX_ACTIVE });
  const kindOf = <Kind extends ModelJobKind>(worker: ModelWorker<Kind>) => modelKind(worker, slots, dependencies);
  return { agent: kindOf(workers.agent), extract: kindOf(workers.extract) };
}

function modelKind<Kind extends ModelJobKind>(
  worker: ModelWorker<Kind>,
  slots: JobKind['slots'],
  dependencies: ModelKindDependencies,
): JobKind<ModelJobRequests[Kind], object> {
  return {
    slots,
    isPrivate: isPrivateModelRequest,
    target: ({ urls }) => urls?.[0],
    open: (work) => new OpenModelJob(work as WorkOf<Kind>, worker, dependencies),
    async onStart(stores, job) {
      await announce(dependencies.webhooks, stores, job as ModelJob, { name: 'started', success: true });
    },
    async onEnd(stores, job) {
      const { status, credits: creditsUsed, result, error } = job as ModelJob;
      const data = [{ creditsUsed, ...(result && { data: result.data }) }];
      const event = { name: status, success: status === 'completed', data, error };
      await announce(dependencies.webhooks, stores, job as ModelJob, event);
    },
  };
}

function announce(webhooks: Webhooks, stores: Stores, job: ModelJob, event: JobEvent): Promise<void> {
  const { webhook } = job.request;
  return deliverJobEvent(webhooks, stores, job, typeof webhook === 'string' ? { url: webhook } : webhook, event);
}

type WorkOf<Kind extends ModelJobKind> = Omit<JobWork, 'job'> & { readonly job: ModelJob<Kind> };

/** The work of a language model on one job. Each step is stored, and the next server goes on after the last one. */
class OpenModelJob<Kind extends ModelJobKind> implements OpenJob {
  readonly tasksAtOnce = 1;
  readonly #work: WorkOf<Kind>;
  readonly #worker: ModelWorker<Kind>;
  readonly #dependencies: ModelKindDependencies;
  readonly #reserve: ReserveForJob;
  /** What is reserved for the step in progress. */
  #holds: readonly Hold[] = [];
  #progress: object | undefined;
  /** What the job has used. */
  #used: Usage;

  constructor(work: WorkOf<Kind>, worker: ModelWorker<Kind>, dependencies: ModelKindDependencies) {
    this.#work = work;
    this.#worker = worker;
    this.#dependencies = dependencies;
    this.#reserve = reserveForJob(work.job, dependencies.credits);
    this.#progress = work.job.progress;
    this.#used = work.job;
  }

  async perform(): Promise<TaskResult> {
    const end = await this.#end();
    const isFree = this.#worker.isFreeIfFailed && end.status === 'failed';
    return async (job) => {
      await this.#storeUsage(job, {}, isFree);
      await job.end(end);
    };
  }

  onSettled(): Promise<void> {
    return this.#releaseAll();
  }

  onCancel(): TaskResult {
    return async (job) => {
      await this.#storeUsage(job, {});
    };
  }

  async #end(): Promise<JobEnd> {
    const { job, signal } = this.#work;
    try {
      return { status: 'completed', result: await this.#run() };
    } catch (error) {
      signal.throwIfAborted();
      if (error instanceof StorageUnavailable || error instanceof ResultRefused) throw error;
      if (error instanceof ModelFailure || error instanceof Refusal)
        return { status: 'failed', error: sentence(error) };
      const reason = error instanceof Error ? (error.stack ?? error.message) : String(error);
      this.#dependencies.log(`${nameOf(job)}: ${reason}`);
      return { status: 'failed', error: 'The job ended early, because of an error in this server. Its log says more.' };
    }
  }

  #run(): Promise<ModelJobResult> {
    const { access, clock } = this.#dependencies;
    if (!access) throw new ModelFailure('this server has no language model any more (--model-url)');
    const { job, signal } = this.#work;
    const { team } = job;
    const deadline = clock.now() + this.#worker.maxMs(job.request);
    const openChat: ModelWork<Kind>['openChat'] = (call) =>
      access.openChat({ team, onTokens: (tokens) => this.#use({ credits: 0, tokens }), ...call });
    return this.#worker.run({
      job: { ...job, progress: this.#progress },
      signal,
      deadline,
      openChat,
      chat: openChat({ deadline, signal }),
      check: (question) => access.check(question, { team, job: job.id }, signal),
      creditsUsed: () => this.#used.credits,
      reserve: async (estimate) => {
        const hold = await this.#reserve(estimate);
        this.#holds = [...this.#holds, hold];
        return hold.credits;
      },
      isOutOfCredits: () => this.#isOutOfCredits(),
      spend: (credits) => this.#use({ credits, tokens: 0 }),
      finishStep: (progress, actions) => this.#storeStep(progress, actions),
    });
  }

  #use({ credits, tokens }: Usage): void {
    this.#used = { credits: this.#used.credits + credits, tokens: this.#used.tokens + tokens };
  }

  async #storeStep(progress: object, actions: readonly Action[]): Promise<void> {
    const { job, signal, save } = this.#work;
    signal.throwIfAborted();
    await save(async (transaction) => {
      const { credits: creditsUsed } = await this.#storeUsage(transaction, { completed: 1 });
      await transaction.updateProgress(() => progress);
      for (const action of actions) {
        const data = [{ creditsUsed, ...action }];
        await announce(this.#dependencies.webhooks, transaction.stores, job, {
          name: 'action',
          success: true,
          data,
          isPart: true,
        });
      }
    });
    this.#progress = progress;
    await this.#releaseAll();
  }

  async #isOutOfCredits(): Promise<boolean> {
    try {
      await (await this.#reserve(exactly(LEAST_CREDITS))).release();
      return false;
    } catch (error) {
      if (error instanceof CreditsLacking) return !error.isForNow;
      throw error;
    }
  }

  async #releaseAll(): Promise<void> {
    const holds = this.#holds;
    this.#holds = [];
    for (const hold of holds) await hold.release();
  }

  /** Charges what is not stored yet: the stored counts say how much, whoever stored them. */
  async #storeUsage(job: JobTransaction, counts: Partial<JobCounts>, isFree = false): Promise<JobCounts> {
    const stored = await job.add({});
    const credits = (isFree ? 0 : this.#used.credits) - stored.credits;
    return job.add({ ...counts, credits, tokens: this.#used.tokens - stored.tokens });
  }
}

/** What a job uses of what is limited. */
type Usage = Pick<JobCounts, 'credits' | 'tokens'>;

/** The messages of a `ModelFailure` are clauses. */
function sentence({ message }: Error): string {
  const text = message.charAt(0).toUpperCase() + message.slice(1);
  return /[.!?]$/.test(text) ? text : `${text}.`;
}
