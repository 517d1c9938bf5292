import type { JobCounts } from './job-store.js';
import type { Slot, SlotJob } from './slot.js';
import type { StoredTask, TaskFilter } from './task-store.js';

/** What the nodes of a service share. All times are those of the database, because the clocks of machines differ. */
export interface SharedStores {
  readonly nodes: NodeStore;
  readonly slots: SlotStore;
  readonly slotQueue: SlotQueueStore;
  readonly hostTurns: HostTurnStore;
  readonly sessionPlaces: SessionPlaceStore;
  readonly calls: CallStore;
  readonly profileTurns: ProfileTurnStore;
  readonly deliveries: DeliveryLogStore;
}

export const NODE_ROLES = ['api', 'worker', 'all'] as const;

/** Whether a node answers calls, does the tasks of jobs, or both. */
export type NodeRole = (typeof NODE_ROLES)[number];

/** A node that gives no sign of life for so long is taken for dead. */
export const NODE_SILENCE_MS = 9000;

/** A process of the service. */
export interface NewNode {
  readonly id: string;
  /** What people call it. */
  readonly name: string;
  readonly role: NodeRole;
  readonly version: string;
  /** The process. It keeps this id when it enters the service again as another node. */
  readonly process: string;
  /** What other nodes show with a call that they pass on to it. */
  readonly secret: string;
}

/** A host and a port at which a node listens. */
export interface ListeningAddress {
  /** A name or an address, which may stand for all addresses of the machine. */
  readonly host: string;
  readonly port: number;
}

/** What a node tells with each sign of life. */
export interface NodeReport {
  /** Where other nodes reach it; undefined for one that answers no calls. */
  readonly address: string | undefined;
  /** The number of browser sessions that are open at it. */
  readonly sessions: number;
  /** The number of browser sessions that it has room for besides. */
  readonly sessionRoom: number;
}

export interface ServiceNode extends Omit<NewNode, 'process' | 'secret'>, Pick<NodeReport, 'address' | 'sessions'> {
  /** Milliseconds since 1970. */
  readonly startedAt: number;
  /** Milliseconds since its last sign of life. */
  readonly silentMs: number;
  /** The number of tasks that it has in hand. */
  readonly tasks: number;
}

/** Which processes belong to the service. Each gives a sign of life every few seconds. */
export interface NodeStore {
  /** Enters a node; `worker` is its name in the queue of slots. */
  enter(node: NewNode, report: NodeReport, worker: string): Promise<void>;
  /** Gives a sign of life; returns false when the node was taken for dead. */
  beat(id: string, report: NodeReport): Promise<boolean>;
  /** Those that are alive, the oldest first. */
  list(): Promise<ServiceNode[]>;
  /** Notes where a process listens. It may do so before it enters its node, and after it was taken for dead. */
  noteListening(process: string, addresses: readonly ListeningAddress[]): Promise<void>;
  /** Where all processes of the service listen. */
  listening(): Promise<ListeningAddress[]>;
  /** Whether a node has this secret. */
  hasSecret(secret: string): Promise<boolean>;
  /** The node of another process that has most room for browser sessions and answers calls; undefined when none has room. */
  nodeWithMostRoom(process: string): Promise<NodeAccess | undefined>;
  /** Nodes that have given no sign of life for so long. */
  silent(silentMs: number): Promise<string[]>;
  /**
   * Removes a node, in a transaction: others may do its tasks from then on, it stores no result any more, and its browser
   * sessions are over.
   */
  remove(id: string): Promise<void>;
}

/** The use of a slot by a node. */
export interface SlotUse extends Slot {
  readonly node: string;
  /** The name of what its kind and its team are limited by. */
  readonly pool: string;
}

/** A node that does tasks of a job. */
export interface TaskHolder {
  readonly job: Pick<SlotJob, 'number'>;
  readonly node: string;
}

export interface TaskRequest extends TaskHolder {
  /** The most tasks to take. */
  readonly count: number;
  /** Milliseconds since 1970: tasks that are to be done later are left. */
  readonly now: number;
  /** The number of results that complete the job; infinite when no number is enough. */
  readonly limit: number;
  /** The most tasks of the job that all nodes have in hand. */
  readonly atOnce: number;
  /** Whether tasks begin while earlier ones wait for their time. */
  readonly mayOvertake: boolean;
}

/**
 * The slots of jobs, and which node has which task in hand. A node that no more belongs to the service has neither: a result
 * is stored only by the node that has its task in hand. Whoever adds or ends a slot has locked its job.
 */
export interface SlotStore {
  /** Adds slots of a job that it has not; returns those. */
  add(slots: readonly Slot[], pool: string): Promise<Slot[]>;
  /** Adds as many slots as the job has tasks that wait for one, up to `most`; returns those. */
  addForTasks(job: SlotJob, pool: string, most: number): Promise<Slot[]>;
  /** Begins to use a slot that waits; if as many of its pool are used as may be, it waits for one of them, and the result is false. */
  begin(use: SlotUse, limit: number): Promise<boolean>;
  /** Lets others use a slot; returns false when the node does not use it. */
  release(use: SlotUse): Promise<boolean>;
  /** Removes a slot; returns whether the job has no other, and undefined when the node does not use it. */
  end(use: SlotUse): Promise<'last' | 'other' | undefined>;
  /** Lets the slot begin that has waited longest for one of its pool; there is at most one. */
  next(pool: string): Promise<Slot[]>;
  /** The slots of a job that nobody uses. */
  waiting(job: SlotJob): Promise<Slot[]>;
  /** Removes the slots of a job that has ended; returns what may begin in their place. */
  clear(job: Pick<SlotJob, 'number'>): Promise<Slot[]>;
  /** How many slots wait for one of their pool, by the pool. */
  waitingPools(): Promise<ReadonlyMap<string, number>>;
  /** Takes tasks of a locked job, in their order. Never more are in hand than results are missing. */
  take(request: TaskRequest): Promise<StoredTask[]>;
  /** The time for which the next task waits that nobody has in hand; undefined when there is none. */
  nextDue(job: Pick<SlotJob, 'number'>, mayOvertake: boolean): Promise<number | undefined>;
  /**
   * Marks tasks of a job as done, and locks the job; returns those that the node had in hand, and the counts of the job. Undefined
   * when the job has ended.
   */
  finish(tasks: readonly StoredTask[], holder: TaskHolder): Promise<FinishedTasks | undefined>;
  /** Puts a task back that is to be done again later; returns false when the node has it not, or the job has ended. */
  retry(task: StoredTask, dueAt: number, holder: TaskHolder): Promise<boolean>;
  /** Puts a task back. */
  putBack(task: StoredTask, holder: TaskHolder): Promise<void>;
  /** Whether the node uses a slot of the job, which it does until the end of the transaction. */
  holds(holder: TaskHolder): Promise<boolean>;
  /** The number of tasks in hand. */
  count(filter: TaskFilter): Promise<number>;
  /** Puts back what a node has. */
  releaseNode(node: string): Promise<void>;
  /**
   * Puts back what nodes have that the service has no more: PostgreSQL may do the last statement of a node after the others have
   * taken it for dead.
   */
  releaseRemoved(): Promise<void>;
  /** Puts back what a node has for some time and does not know of: the answer to its request was lost with a connection. */
  releaseUnknown(node: string, known: NodeWork, ageMs: number): Promise<void>;
  /** Slots that wait and are not in the queue. */
  missingInQueue(): Promise<Slot[]>;
  /** Running jobs of some kinds that have no slot. */
  jobsWithoutSlots(kinds: readonly string[]): Promise<SlotJob[]>;
}

/** What was marked as done, in a transaction that has locked the job. */
export interface FinishedTasks {
  readonly positions: ReadonlySet<number>;
  readonly counts: JobCounts;
}

/** What a node has in hand. */
export interface NodeWork {
  /** The positions of tasks. */
  readonly tasks: readonly number[];
  readonly slots: readonly Slot[];
}

/** The name of the tasks that are slots, in the queue of graphile-worker. */
export const SLOT_TASK = 'slot';

/** The queue in which slots wait for nodes, which graphile-worker keeps. */
export interface SlotQueueStore {
  /** Adds slots. One that waits already gets the new time. */
  add(slots: readonly Slot[], delayMs: number): Promise<void>;
  /** Whether a slot could begin. */
  hasWaiting(): Promise<boolean>;
  /** Slots that a worker has fetched some time ago without hearing of it. `known` has the ids of those that it has. */
  unknown(worker: string, known: readonly string[], ageMs: number): Promise<Slot[]>;
  /** Lets others fetch what workers have fetched that belong to no node any more. */
  releaseRemoved(ageMs: number): Promise<void>;
  /** Removes what can begin no more: slots of jobs that have ended, and what was added again while a node used it. */
  removeLeftovers(): Promise<void>;
}

/** When each host may be asked next, over all nodes. */
export interface HostTurnStore {
  /**
   * Reserves the next turn, which is `gapMs` after the one before; returns how long it is until then, or undefined when
   * that is longer than the patience.
   */
  reserve(host: string, gapMs: number, patienceMs: number): Promise<number | undefined>;
}

/** How other nodes reach a node. */
export interface NodeAccess {
  /** Undefined before it listens. */
  readonly address: string | undefined;
  readonly secret: string;
}

/** The process that has a browser session. */
export interface SessionPlace {
  readonly team: string;
  readonly process: string;
  /** Whether its node was removed. */
  readonly isOver: boolean;
  /** Undefined when its node is no node of the service now. */
  readonly node: NodeAccess | undefined;
}

/**
 * Which process has which browser session, by the id of the session or of the scrape that it goes on from. The session of a
 * scrape that has none yet belongs to the process that made the scrape: it alone knows how the page was opened.
 */
export interface SessionPlaceStore {
  /** Notes where a session is; returns false when another process has it. */
  add(id: string, team: string, process: string): Promise<boolean>;
  /** Forgets a session that could not be opened. */
  remove(id: string): Promise<void>;
  /** Returns undefined when no process had it in the last day. */
  find(id: string): Promise<SessionPlace | undefined>;
  /** The nodes of other processes that have sessions of the team. */
  others(team: string, process: string): Promise<NodeAccess[]>;
}

/** A call of a key with limits. */
export interface LimitedCall {
  readonly id: string;
  /** The id of the key. */
  readonly key: string;
  /** The process that answers it. */
  readonly process: string;
  /** Calls of the key in a minute; undefined when they are not limited. */
  readonly rate: number | undefined;
  /** Calls of the key at once; undefined when they are not limited. */
  readonly concurrency: number | undefined;
}

/** Whether a call may begin. */
export interface CallPermission {
  /** Milliseconds until the rate of the key allows the call; 0 when it does. */
  readonly waitMs: number;
  /** Whether as many calls of the key are in progress as may be. */
  readonly isBusy: boolean;
}

/** Counts calls that are limited, over all nodes. The calls of a node that is removed are over. */
export interface CallStore {
  /** Counts a call, and notes that it is in progress if calls at once are limited, unless a limit forbids it. */
  begin(call: LimitedCall): Promise<CallPermission>;
  /** Notes that a call has ended. To do so twice does no harm. */
  end(id: string): Promise<void>;
  /**
   * Counts a call without a key; returns how long the day lasts that has no more of them, or 0. A day begins with its first call.
   */
  countKeyless(perDay: number): Promise<number>;
}

/** The use of a profile by one page or session, which alone may save to it. */
export interface ProfileUse {
  readonly id: string;
  /** The team and the name of the profile, in one text. */
  readonly profile: string;
  readonly process: string;
  /** What uses it, for those who find it in use. */
  readonly user: string;
}

/** Who may save to which profile, over all nodes. The uses of a node that is removed are over. */
export interface ProfileTurnStore {
  /** Begins a use, unless another process uses the profile; returns what uses it then. A process begins one after the other. */
  begin(use: ProfileUse): Promise<string | undefined>;
  /** Whether the use is not over, which it is not until the end of the transaction. */
  holds(id: string): Promise<boolean>;
  /** Ends a use. To do so twice does no harm. */
  end(id: string): Promise<void>;
}

/** A delivery of a webhook, as it is stored for the operator. */
export interface StoredDelivery {
  readonly number: number;
  readonly team: string;
  readonly event: string;
  /** The job or check of the event. */
  readonly about: string;
  readonly url: string;
  readonly attempts: readonly StoredAttempt[];
  /** When it is tried again, in milliseconds since 1970. */
  readonly nextAt: number | undefined;
  readonly isOver: boolean;
}

export interface StoredAttempt {
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly durationMs: number;
  /** Why it failed, in a sentence. */
  readonly problem?: string;
}

export interface StoredPayload {
  /** JSON text, which may contain secrets. Undefined where the body is not kept. */
  readonly headers: string | undefined;
  /** Undefined when it is not kept. */
  readonly body: string | undefined;
  /** Why the body is not kept, in a sentence. */
  readonly omitted: string | undefined;
}

export interface NewDelivery extends Pick<StoredDelivery, 'team' | 'event' | 'about' | 'url'>, StoredPayload {
  /** The position of its task. */
  readonly task: number;
}

/** What is kept of the deliveries. */
export interface DeliveryBounds {
  readonly deliveries: number;
  /** Of all bodies. Beyond it the oldest give way. */
  readonly bytes: number;
  /** The sentence for those that give way. */
  readonly omitted: string;
}

/** The last deliveries of webhooks of all nodes. */
export interface DeliveryLogStore {
  /** Notes that a delivery is tried again; returns its number, or undefined when it is not known. */
  resume(task: number): Promise<number | undefined>;
  /** Notes that a delivery begins, and deletes what goes beyond the bounds; returns its number. */
  add(delivery: NewDelivery, bounds: DeliveryBounds): Promise<number>;
  /** Notes an attempt, and when the next one is made; undefined when there is none. */
  addAttempt(number: number, attempt: StoredAttempt, nextAt: number | undefined): Promise<void>;
  /** The latest first. */
  list(): Promise<StoredDelivery[]>;
  payload(number: number): Promise<StoredPayload | undefined>;
}

/** What the nodes share, in a service whose stores are shared. */
export function sharedOf({ shared }: { readonly shared: SharedStores | undefined }): SharedStores {
  if (!shared) throw new Error('These stores are of one process alone.');
  return shared;
}
