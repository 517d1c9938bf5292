/** The signals of requests that are being answered; made only for those who look at theirs. */
export class Signals {
  #ended: Error | undefined;
  readonly #live = new Map<Request, { controller: AbortController; leave: () => void }>();

  /** Aborts when the client goes away or the server closes. */
  of(request: Request): AbortSignal {
    const known = this.#live.get(request);
    if (known) return known.controller.signal;
    const controller = new AbortController();
    const leave = () => controller.abort(request.signal.reason);
    if (this.#ended) controller.abort(this.#ended);
    else if (request.signal.aborted) leave();
    else request.signal.addEventListener('abort', leave, { once: true });
    this.#live.set(request, { controller, leave });
    return controller.signal;
  }

  done(request: Request): void {
    const live = this.#live.get(request);
    if (!live) return;
    request.signal.removeEventListener('abort', live.leave);
    this.#live.delete(request);
  }

  /** For good: requests that look at their signals later find them aborted. */
  abort(reason: Error): void {
    this.#ended = reason;
    for (const { controller } of this.#live.values()) controller.abort(reason);
  }
}
