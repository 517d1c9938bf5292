/** The signals of the requests in progress, created on first use. */
export class Signals {
  #ended: Error | undefined;
  readonly #active = new Map<Request, { controller: AbortController; onAbort: () => void }>();

  /** Aborts when the client goes away or the server closes. */
  of(request: Request): AbortSignal {
    const active = this.#active.get(request);
    if (active) return active.controller.signal;
    const controller = new AbortController();
    const onAbort = () => controller.abort(request.signal.reason);
    if (this.#ended) controller.abort(this.#ended);
    else if (request.signal.aborted) onAbort();
    else request.signal.addEventListener('abort', onAbort, { once: true });
    this.#active.set(request, { controller, onAbort });
    return controller.signal;
  }

  done(request: Request): void {
    const entry = this.#active.get(request);
    if (!entry) return;
    request.signal.removeEventListener('abort', entry.onAbort);
    this.#active.delete(request);
  }

  /** Aborts all signals, including those that are created later. */
  abort(reason: Error): void {
    this.#ended = reason;
    for (const { controller } of this.#active.values()) controller.abort(reason);
  }
}
