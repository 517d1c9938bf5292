import { sql } from 'kysely';
import { type AnswerStore, SqlAnswers } from './answer-store.js';
import { type ApiKeyStore, SqlApiKeys } from './api-key-store.js';
import { type CachedPageStore, SqlCachedPages } from './cached-page-store.js';
import { type CheckStore, SqlChecks } from './check-store.js';
import { type CreditStore, SqlCredits } from './credit-store.js';
import { DatabaseAway } from './database-away.js';
import { type DeviceLoginStore, SqlDeviceLogins } from './device-login-store.js';
import { type FeedbackStore, SqlFeedback } from './feedback-store.js';
import { type FinishedScrapeStore, SqlFinishedScrapes } from './finished-scrape-store.js';
import { type JobPageStore, SqlJobPages } from './job-page-store.js';
import type { JobStore } from './job-store.js';
import type { LedgerStore } from './ledger-store.js';
import { type MonitorStore, SqlMonitors } from './monitor-store.js';
import type { PassageStore } from './passage-store.js';
import { type ProfileStore, SqlProfiles } from './profile-store.js';
import { type RecordingStore, SqlRecordings } from './recording-store.js';
import { type RenderedFileStore, SqlRenderedFiles } from './rendered-file-store.js';
import { type RetentionStore, SqlRetention } from './retention-store.js';
import type { SearchStore } from './search-store.js';
import type { SharedStores } from './shared-stores.js';
import { type SnapshotStore, SqlSnapshots } from './snapshot-store.js';
import { SqlJobs } from './sql-jobs.js';
import { SqlTasks } from './sql-tasks.js';
import { inTransaction, type StoreContext } from './store-context.js';
import type { TaskStore } from './task-store.js';
import { SqlThreatPolicies, type ThreatPolicyStore } from './threat-policy-store.js';
import { SqlTokens, type TokenStore } from './token-store.js';
import { SqlTrackedPages, type TrackedPageStore } from './tracked-page-store.js';
import { SqlUploads, type UploadStore } from './upload-store.js';

/** Everything that is stored, by what it is: each store is a small interface without a database behind it. */
export interface Stores {
  readonly answers: AnswerStore;
  readonly apiKeys: ApiKeyStore;
  readonly cachedPages: CachedPageStore;
  readonly checks: CheckStore;
  readonly credits: CreditStore;
  readonly finishedScrapes: FinishedScrapeStore;
  readonly renderedFiles: RenderedFileStore;
  readonly uploads: UploadStore;
  readonly feedback: FeedbackStore;
  readonly ledger: LedgerStore;
  readonly monitors: MonitorStore;
  readonly passages: PassageStore;
  readonly profiles: ProfileStore;
  readonly recordings: RecordingStore;
  readonly retention: RetentionStore;
  readonly search: SearchStore;
  readonly snapshots: SnapshotStore;
  readonly deviceLogins: DeviceLoginStore;
  readonly threatPolicies: ThreatPolicyStore;
  readonly trackedPages: TrackedPageStore;
  readonly tokens: TokenStore;
  readonly jobs: JobStore;
  readonly tasks: TaskStore;
  readonly pages: JobPageStore;
  /** What the nodes of a service share; undefined where one process works alone. */
  readonly shared: SharedStores | undefined;

  /**
   * Stores all that the work stores, or nothing. The work uses the stores that it gets, and awaits nothing else: all other
   * statements wait until the transaction has ended. A transaction in a transaction is a part of it. The work is done again
   * when the database has undone it because of others at the same time.
   */
  transaction<Result>(work: (stores: Stores) => Promise<Result>): Promise<Result>;
  /**
   * Calls the function when what was written is stored: at the end of the transaction, or now when there is none. It must
   * not throw, since nothing can be undone by then.
   */
  afterCommit(action: () => void): void;
  /** Resolves to the reason why the database does not answer; undefined when it does. */
  problem(): Promise<string | undefined>;
  /** Waits for the statements and transactions in progress; later ones fail. */
  close(): Promise<void>;
}

/** Opens the stores on tables that are up to date. */
export function createStores(context: StoreContext): Stores {
  return new SqlStores(context);
}

class SqlStores implements Stores {
  readonly #context: StoreContext;
  /** What is to be done after the transaction that these stores belong to; undefined without one. */
  readonly #actions: (() => void)[] | undefined;
  readonly #stores = new Map<unknown, unknown>();

  constructor(context: StoreContext, actions?: (() => void)[]) {
    this.#context = context;
    this.#actions = actions;
  }

  get answers(): AnswerStore {
    return this.#store(SqlAnswers);
  }

  get apiKeys(): ApiKeyStore {
    return this.#store(SqlApiKeys);
  }

  get cachedPages(): CachedPageStore {
    return this.#store(SqlCachedPages);
  }

  get checks(): CheckStore {
    return this.#store(SqlChecks);
  }

  get credits(): CreditStore {
    return this.#store(SqlCredits);
  }

  get deviceLogins(): DeviceLoginStore {
    return this.#store(SqlDeviceLogins);
  }

  get finishedScrapes(): FinishedScrapeStore {
    return this.#store(SqlFinishedScrapes);
  }

  get renderedFiles(): RenderedFileStore {
    return this.#store(SqlRenderedFiles);
  }

  get uploads(): UploadStore {
    return this.#store(SqlUploads);
  }

  get feedback(): FeedbackStore {
    return this.#store(SqlFeedback);
  }

  get ledger(): LedgerStore {
    return this.#own('ledger', (context) => context.dialect.ledger(context));
  }

  get monitors(): MonitorStore {
    return this.#store(SqlMonitors);
  }

  get passages(): PassageStore {
    return this.#own('passages', (context) => context.dialect.passages(context));
  }

  get profiles(): ProfileStore {
    return this.#store(SqlProfiles);
  }

  get recordings(): RecordingStore {
    return this.#store(SqlRecordings);
  }

  get retention(): RetentionStore {
    return this.#store(SqlRetention);
  }

  get search(): SearchStore {
    return this.#own('search', (context) => context.dialect.search(context));
  }

  get snapshots(): SnapshotStore {
    return this.#store(SqlSnapshots);
  }

  get trackedPages(): TrackedPageStore {
    return this.#store(SqlTrackedPages);
  }

  get threatPolicies(): ThreatPolicyStore {
    return this.#store(SqlThreatPolicies);
  }

  get tokens(): TokenStore {
    return this.#store(SqlTokens);
  }

  get jobs(): JobStore {
    return this.#store(SqlJobs);
  }

  get tasks(): TaskStore {
    return this.#store(SqlTasks);
  }

  get pages(): JobPageStore {
    return this.#store(SqlJobPages);
  }

  get shared(): SharedStores | undefined {
    return this.#own('shared', (context) => context.dialect.shared?.(context));
  }

  async transaction<Result>(work: (stores: Stores) => Promise<Result>): Promise<Result> {
    if (this.#actions) return work(this);
    let actions: (() => void)[] = [];
    const result = await inTransaction(this.#context, (context) => {
      actions = [];
      return work(new SqlStores(context, actions));
    });
    callAll(actions);
    return result;
  }

  afterCommit(action: () => void): void {
    if (this.#actions) this.#actions.push(action);
    else action();
  }

  async problem(): Promise<string | undefined> {
    try {
      await sql`select 1`.execute(this.#context.db);
      return undefined;
    } catch (error) {
      return error instanceof DatabaseAway ? error.reason : (error as Error).message;
    }
  }

  close(): Promise<void> {
    return this.#context.db.destroy();
  }

  /** Makes a store when it is first used: most transactions use two or three. */
  #store<Store>(type: new (context: StoreContext) => Store): Store {
    return this.#own(type, (context) => new type(context));
  }

  #own<Store>(key: unknown, make: (context: StoreContext) => Store): Store {
    const existing = this.#stores.get(key) as Store | undefined;
    if (existing) return existing;
    const store = make(this.#context);
    this.#stores.set(key, store);
    return store;
  }
}

/** Calls all functions, also after one has failed, and throws the first failure at the end. */
function callAll(actions: readonly (() => void)[]): void {
  const failures: unknown[] = [];
  for (const action of actions) {
    try {
      action();
    } catch (error) {
      failures.push(error);
    }
  }
  if (failures.length > 0) throw failures[0];
}
