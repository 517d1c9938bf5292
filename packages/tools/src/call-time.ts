/** How long the service may take for one call: clients wait 60 seconds for an answer, and less on bad lines. */
const CALL_MS = 45_000;

/** The same where the client follows the progress, which tells it that the call is still at work. */
const FOLLOWED_CALL_MS = 120_000;

/** What the answer of the service may take on its way. */
const WAY_MS = 5000;

/** The least time that the service takes for a scrape. */
const LEAST_MS = 1000;

/** The time of one call, from its start to its answer. What it waits for its turn counts. */
export class CallTime {
  /** Aborted when the client cancels the call, or when no answer would reach it any more. */
  readonly signal: AbortSignal;
  /** Resolved when the time of the service is over, or the client has cancelled the call. */
  readonly over: Promise<void>;
  readonly #endsAt: number;
  readonly #client: AbortSignal | undefined;
  readonly #stop: () => void;
  #isOver = false;

  /**
   * @param wantedMs - What the developer has decided.
   * @param isFollowed - Whether the client follows the progress of the call.
   */
  constructor(wantedMs: number | undefined, isFollowed: boolean, client?: AbortSignal) {
    const serviceMs = wantedMs ?? (isFollowed ? FOLLOWED_CALL_MS : CALL_MS);
    const controller = new AbortController();
    const { promise: over, resolve: onOver } = promiseWithResolve();
    const onEnd = (): void => {
      this.#isOver = true;
      onOver();
    };
    const onCancel = (): void => {
      controller.abort(client?.reason);
      onEnd();
    };
    const timers = [
      setTimeout(onEnd, serviceMs),
      setTimeout(() => controller.abort(new CallTimeError(serviceMs + WAY_MS)), serviceMs + WAY_MS),
    ];
    this.signal = controller.signal;
    this.over = over;
    this.#endsAt = performance.now() + serviceMs;
    this.#client = client;
    if (client?.aborted) onCancel();
    client?.addEventListener('abort', onCancel, { once: true });
    this.#stop = () => {
      timers.forEach(clearTimeout);
      client?.removeEventListener('abort', onCancel);
    };
  }

  /** Whether the client has cancelled the call. */
  get isCancelled(): boolean {
    return this.#client?.aborted === true;
  }

  /** Whether the time of the service is over. */
  get isOver(): boolean {
    return this.#isOver;
  }

  /** How long the service may still take, in milliseconds. */
  get leftMs(): number {
    return Math.max(LEAST_MS, Math.floor(this.#endsAt - performance.now()));
  }

  /** The limits of one request to the service. */
  get limits(): { readonly signal: AbortSignal; readonly timeoutMs: number; readonly totalTimeoutMs: number } {
    const ms = this.leftMs + WAY_MS;
    return { signal: this.signal, timeoutMs: ms, totalTimeoutMs: ms };
  }

  /** Ends the watch over the time. */
  end(): void {
    this.#stop();
  }
}

function promiseWithResolve(): { readonly promise: Promise<void>; readonly resolve: () => void } {
  let resolve = (): void => {};
  const promise = new Promise<void>((onEnd) => {
    resolve = onEnd;
  });
  return { promise, resolve };
}

/** A call took longer than clients wait. */
export class CallTimeError extends Error {
  override name = 'CallTimeError';

  constructor(ms: number) {
    super(`It took longer than ${Math.round(ms / 1000)} seconds.`);
  }
}
