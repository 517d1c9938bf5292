/** Where this service gets the time from, so that a test or a developer can move it. */
export interface Clock {
  /** Milliseconds since 1970. */
  now(): number;
  /** Resolves after the given milliseconds; rejects with the reason of the signal. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
}
