import { randomUUID } from 'node:crypto';
import type { Ledger } from '../accounts/ledger.js';
import { type Background, createBackground } from '../background.js';
import type { Clock } from '../clock.js';
import { Refusal } from '../contract/refusal.js';
import type { BudgetedChat, ChatScope } from '../model/budgeted-chat.js';
import type { Check } from '../model/json-answer.js';
import { ModelFailure } from '../model/model.js';
import type { ModelAccess } from '../model/open-model.js';
import type { Database } from '../store/database.js';
import { storedIfPossible, untilStored } from '../store/until-stored.js';
import { createSemaphore } from '../web/semaphore.js';
import type { Webhooks } from '../webhooks/delivery.js';
import {
  isPrivateJob,
  type ModelJob,
  type ModelJobKind,
  type ModelJobRequests,
  type ModelJobResult,
} from './model-job.js';
import { createModelJobStore, type ModelJobStore, type Usage } from './model-job-store.js';

/** What a job works with. */
export interface JobWork<Kind extends ModelJobKind> {
  readonly job: ModelJob<Kind>;
  readonly chat: BudgetedChat;
  /** For a part of the job that ends earlier. */
  readonly openChat: (call: Pick<ChatScope, 'until' | 'signal'>) => BudgetedChat;
  readonly check: Check;
  readonly signal: AbortSignal;
  /** When the job must be done, in milliseconds since 1970. */
  readonly until: number;
  /** Credits that the job has used, those of earlier runs included. */
  creditsUsed(): number;
  /** Credits that the team has left. */
  creditsLeft(): number;
  /** Counts credits; they are charged with the step, or with the end of the job. */
  spend(credits: number): void;
  /** Stores a finished step and tells the webhook of its actions. */
  finishStep(progress: unknown, actions: readonly Action[]): Promise<void>;
}

/** One thing that a job has done. */
export interface Action {
  readonly action: string;
  readonly input: Readonly<Record<string, unknown>>;
}

/** Does the work of a kind of jobs; throws a `ModelFailure` or a `Refusal` with the reason why it cannot. */
export interface JobKindWork<Kind extends ModelJobKind> {
  maxMs(request: ModelJobRequests[Kind]): number;
  run(work: JobWork<Kind>): Promise<ModelJobResult>;
}

export interface ModelJobDependencies {
  readonly database: Database;
  readonly clock: Clock;
  /** It is undefined on a server without a model. */
  readonly access: ModelAccess | undefined;
  readonly kinds: { readonly [Kind in ModelJobKind]: JobKindWork<Kind> };
  readonly webhooks: Webhooks;
  readonly ledger: Pick<Ledger, 'charge'>;
  readonly plan: { remaining(team: string): number };
  readonly log: (line: string) => void;
}

/** Starts and runs the jobs of a language model, and returns their state. */
export interface ModelJobs {
  /** Returns the id of the job. */
  start<Kind extends ModelJobKind>(kind: Kind, team: string, request: ModelJobRequests[Kind]): string;
  /** The job of a team; undefined for those of other teams. */
  find<Kind extends ModelJobKind>(kind: Kind, team: string, id: string): ModelJob<Kind> | undefined;
  /** The last jobs of all teams, the latest first, for the operator. */
  latest(limit: number): ModelJob[];
  /** The job of any team, for the operator. */
  inspect(id: string): ModelJob | undefined;
  /** Whether nothing of the job may be kept elsewhere. */
  isPrivate(id: string): boolean;
  cancel(job: ModelJob): void;
  /** How many jobs of a team are worked on, and how many wait. */
  count(team: string): { readonly active: number; readonly waiting: number };
  /** Stops all jobs; the next server with this database goes on with them after their last finished step. */
  close(): Promise<void>;
}

/** Jobs that are worked on at once: most models on a user's machine answer one request after the other. */
const MAX_ACTIVE = 4;

const CANCELLED = new Error('The job was cancelled.');
const CLOSING = new Refusal(503, {
  error: 'The server closed or was reset while it handled this request. Send it again.',
});

interface Run {
  readonly job: ModelJob;
  readonly abort: AbortController;
  isActive: boolean;
  /** The credits that this run has used. */
  spent: number;
  /** What is not charged yet. */
  pending: Usage;
}

export function createModelJobs(dependencies: ModelJobDependencies): ModelJobs {
  return new RunningModelJobs(dependencies);
}

class RunningModelJobs implements ModelJobs {
  readonly #database: Database;
  readonly #clock: Clock;
  readonly #access: ModelAccess | undefined;
  readonly #kinds: { readonly [Kind in ModelJobKind]: JobKindWork<Kind> };
  readonly #webhooks: Webhooks;
  readonly #ledger: Pick<Ledger, 'charge'>;
  readonly #plan: ModelJobDependencies['plan'];
  readonly #log: (line: string) => void;
  readonly #store: ModelJobStore;
  readonly #background: Background;
  readonly #slots = createSemaphore(MAX_ACTIVE);
  readonly #closing = new AbortController();
  readonly #running = new Map<string, Run>();

  constructor(dependencies: ModelJobDependencies) {
    this.#database = dependencies.database;
    this.#clock = dependencies.clock;
    this.#access = dependencies.access;
    this.#kinds = dependencies.kinds;
    this.#webhooks = dependencies.webhooks;
    this.#ledger = dependencies.ledger;
    this.#plan = dependencies.plan;
    this.#log = dependencies.log;
    this.#store = createModelJobStore(dependencies);
    this.#background = createBackground(dependencies.log);
    for (const job of this.#store.unfinished()) this.#launch(job);
  }

  start<Kind extends ModelJobKind>(kind: Kind, team: string, request: ModelJobRequests[Kind]): string {
    this.#closing.signal.throwIfAborted();
    // A failure may be ignored here: a full disk refuses the job below, and says why.
    this.#background.start('Expired jobs', () => storedIfPossible(() => this.#store.forgetExpired()));
    const job = this.#database.transaction(() => {
      const newJob = this.#store.create({ id: randomUUID(), kind, team, request });
      this.#charge(newJob, 0);
      this.#announce(newJob, 'started', true);
      return newJob;
    });
    this.#launch(job);
    return job.id;
  }

  find<Kind extends ModelJobKind>(kind: Kind, team: string, id: string): ModelJob<Kind> | undefined {
    const job = this.#store.find(id);
    return job?.team === team && isOfKind(job, kind) ? job : undefined;
  }

  latest(limit: number): ModelJob[] {
    return this.#store.latest(limit);
  }

  inspect(id: string): ModelJob | undefined {
    return this.#store.find(id);
  }

  isPrivate(id: string): boolean {
    const job = this.#store.find(id);
    return job !== undefined && isPrivateJob(job);
  }

  cancel(job: ModelJob): void {
    const run = this.#running.get(job.id);
    this.#conclude(run ?? { job, pending: NOTHING }, { status: 'cancelled' });
    run?.abort.abort(CANCELLED);
  }

  count(team: string): { readonly active: number; readonly waiting: number } {
    const mine = [...this.#running.values()].filter(({ job }) => job.team === team);
    const active = mine.filter(({ isActive }) => isActive).length;
    return { active, waiting: mine.length - active };
  }

  async close(): Promise<void> {
    this.#closing.abort(CLOSING);
    for (const { abort } of this.#running.values()) abort.abort(CLOSING);
    await this.#background.idle();
  }

  #launch(job: ModelJob): void {
    const run: Run = { job, abort: new AbortController(), isActive: false, spent: 0, pending: NOTHING };
    this.#running.set(job.id, run);
    this.#background.start(nameOf(job), () => this.#work(run).finally(() => this.#running.delete(job.id)));
  }

  async #work(run: Run): Promise<void> {
    const { job, abort } = run;
    const { signal } = abort;
    const end = await this.#slots
      .acquire(signal)
      .then(async (release) => {
        run.isActive = true;
        return this.#endOf(run).finally(release);
      })
      // What was cancelled is stored already, and what the closing server leaves goes on in the next one.
      .catch((error: unknown) => {
        if (signal.aborted) return undefined;
        throw error;
      });
    if (end && !signal.aborted)
      await untilStored(`The end of ${nameOf(job)}`, () => this.#conclude(run, end), this.#storageRetry());
  }

  /** What `untilStored` needs to try again while the disk is full. */
  #storageRetry(signal = this.#closing.signal) {
    return { clock: this.#clock, log: this.#log, signal };
  }

  async #endOf(run: Run): Promise<End> {
    try {
      return { status: 'completed', result: await this.#resultOf(run, run.job) };
    } catch (error) {
      run.abort.signal.throwIfAborted();
      if (error instanceof ModelFailure || error instanceof Refusal)
        return { status: 'failed', error: sentence(error) };
      this.#log(`${nameOf(run.job)}: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`);
      return { status: 'failed', error: 'The job ended early, because of an error in this server. Its log says more.' };
    }
  }

  #resultOf<Kind extends ModelJobKind>(run: Run, job: ModelJob<Kind>): Promise<ModelJobResult> {
    const access = this.#access;
    if (!access) throw new ModelFailure('this server has no language model any more (--model-url)');
    const { signal } = run.abort;
    const { team } = job;
    const kind = this.#kinds[job.kind];
    const until = this.#clock.now() + kind.maxMs(job.request);
    const onTokens = (tokens: number) => {
      run.pending = { ...run.pending, tokens: run.pending.tokens + tokens };
    };
    const openChat: JobWork<Kind>['openChat'] = (call) => access.openChat({ team, onTokens, ...call });
    return kind.run({
      job,
      signal,
      until,
      openChat,
      chat: openChat({ until, signal }),
      check: (question) => access.check(question, team, signal),
      creditsLeft: () => this.#plan.remaining(team) - run.pending.credits,
      creditsUsed: () => job.credits + run.spent,
      spend(credits) {
        run.spent += credits;
        run.pending = { ...run.pending, credits: run.pending.credits + credits };
      },
      finishStep: (progress, actions) =>
        untilStored(nameOf(job), () => this.#storeStep(run, progress, actions), this.#storageRetry(signal)),
    });
  }

  #storeStep(run: Run, progress: unknown, actions: readonly Action[]): void {
    const { job, abort, pending } = run;
    abort.signal.throwIfAborted();
    this.#database.transaction(() => {
      this.#store.step(job.id, progress, pending);
      this.#charge(job, pending.credits);
      const creditsUsed = this.#store.find(job.id)?.credits;
      for (const action of actions) this.#announce(job, 'action', true, { creditsUsed, ...action });
    });
    run.pending = NOTHING;
  }

  #conclude({ job, pending }: Pick<Run, 'job' | 'pending'>, end: End): void {
    this.#database.transaction(() => {
      // A failed extraction costs nothing: what its steps were charged is given back.
      const isFree = job.kind === 'extract' && end.status === 'failed';
      const credits = isFree ? -(this.#store.find(job.id)?.credits ?? 0) : pending.credits;
      this.#store.end(job.id, end, { ...pending, credits });
      this.#charge(job, credits);
      const creditsUsed = this.#store.find(job.id)?.credits;
      const data = end.result && { data: end.result.data };
      this.#announce(job, end.status, end.status === 'completed', { creditsUsed, ...data }, end.error);
    });
  }

  #charge({ team, kind, id, request }: ModelJob, credits: number): void {
    this.#ledger.charge({ team, endpoint: kind, credits, jobId: id, target: request.urls?.[0] ?? null });
  }

  #announce(
    { kind, id, request }: ModelJob,
    event: 'started' | 'action' | End['status'],
    success: boolean,
    data?: object,
    error?: string,
  ): void {
    const webhook = typeof request.webhook === 'string' ? { url: request.webhook } : request.webhook;
    if (!webhook) return;
    this.#webhooks.deliver({
      webhook,
      event: {
        success,
        type: `${kind}.${event}`,
        id,
        webhookId: randomUUID(),
        data: data ? [data] : [],
        ...(error !== undefined && { error }),
        metadata: webhook.metadata ?? {},
      },
    });
  }
}

interface End {
  readonly status: 'completed' | 'failed' | 'cancelled';
  readonly result?: ModelJobResult;
  readonly error?: string;
}

const NOTHING: Usage = { credits: 0, tokens: 0 };

function isOfKind<Kind extends ModelJobKind>(job: ModelJob, kind: Kind): job is ModelJob<Kind> {
  return job.kind === kind;
}

function nameOf({ kind, id }: ModelJob): string {
  return `${kind} ${id}`;
}

/** The messages of a `ModelFailure` are clauses. */
function sentence({ message }: Error): string {
  const text = message.charAt(0).toUpperCase() + message.slice(1);
  return /[.!?]$/.test(text) ? text : `${text}.`;
}
