/** The state of the queue of a team. */
export interface QueueState {
  /** Pages and calls in progress. */
  readonly active: number;
  readonly waiting: number;
  /** How many may be active at once. */
  readonly maxActive: number;
  /** Milliseconds since 1970; undefined while nothing has succeeded. */
  readonly mostRecentSuccess: number | undefined;
}

export interface JobQueue {
  state(team: string): Promise<QueueState>;
}
