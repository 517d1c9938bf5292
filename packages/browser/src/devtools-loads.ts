import type { DevToolsSession } from './devtools-sessions.js';
import { ESSENTIAL, type PageLoads, QUIET_MS } from './settled.js';

interface PendingRequest {
  readonly type: string;
  readonly frameId: string | undefined;
  readonly loaderId: string;
  /** The session with the worker that has made it. */
  readonly workerSession?: string;
}

/** Requests whose end no script of the page hears of, such as that for the icon of the site. */
const UNHEARD: ReadonlySet<string> = new Set(['other', 'preflight', 'prefetch', 'cspviolationreport', 'manifest']);

/** Follows the requests and connections of a page that is driven without the driver. */
export class DevToolsLoads implements PageLoads {
  readonly #essential = new Map<string, PendingRequest>();
  /** The other requests that a script of the page can wait for, and the web sockets that are open. */
  readonly #others = new Map<string, Pick<PendingRequest, 'frameId' | 'loaderId'>>();
  readonly #unheard = new Map<string, PendingRequest>();
  readonly #programs = new Set<string>();
  readonly #waiting = new Set<() => void>();
  readonly #hasOtherThreads: () => boolean;
  #lastProgramAt = Number.NEGATIVE_INFINITY;

  /** @param hasOtherThreads whether workers, or frames in processes of their own, have belonged to the page. */
  constructor(hasOtherThreads: () => boolean) {
    this.#hasOtherThreads = hasOtherThreads;
  }

  get pending(): number {
    return this.#essential.size;
  }

  /**
   * What is loaded wakes the page. A program is compiled outside of its thread before it runs there. A worker, a frame, or a
   * server behind an open connection may send a message.
   */
  get mayWakePage(): boolean {
    const isCompiling = performance.now() - this.#lastProgramAt < QUIET_MS;
    return this.#essential.size > 0 || this.#others.size > 0 || isCompiling || this.#hasOtherThreads();
  }

  answered(): Promise<void> {
    return new Promise((resolve) => this.#waiting.add(resolve));
  }

  /** Resolves when nothing is under way any more. */
  async ended(): Promise<void> {
    while (this.#essential.size + this.#others.size + this.#unheard.size > 0) await this.answered();
  }

  /** Follows what one process of the page loads. */
  follow(session: DevToolsSession): void {
    session.on('Network.requestWillBeSent', ({ requestId, frameId, loaderId, type = 'Other', request }) => {
      // The script of a worker that comes from the page itself is there already.
      const isThere = isOfWorker(loaderId) && !/^https?:/.test(request.url);
      if (!isThere) this.#begin(requestId, { type: type.toLowerCase(), frameId, loaderId });
    });
    session.on('Network.responseReceivedExtraInfo', ({ requestId }) => {
      // The page does not learn when the script of a worker has been read.
      if (isOfWorker(this.#essential.get(requestId)?.loaderId)) this.#end(requestId);
    });
    session.on('Network.responseReceived', ({ requestId, response: { mimeType } }) => {
      if (mimeType === 'application/wasm') this.#programs.add(requestId);
    });
    session.on('Network.webSocketCreated', ({ requestId }) =>
      this.#others.set(requestId, { frameId: undefined, loaderId: '' }),
    );
    session.on('Network.webSocketClosed', ({ requestId }) => this.#end(requestId));
    this.#followEnds(session);
  }

  /** Follows what a worker of the page loads. */
  followWorker(session: DevToolsSession, workerSession: string): void {
    session.on('Network.requestWillBeSent', ({ requestId, frameId, loaderId, type = 'Other' }) => {
      this.#begin(requestId, { type: type.toLowerCase(), frameId, loaderId, workerSession });
    });
    this.#followEnds(session);
  }

  /** Forgets the requests of a worker that has ended. */
  endWorker(workerSession: string): void {
    this.#endWhere((request) => 'workerSession' in request && request.workerSession === workerSession);
  }

  /** Forgets the requests of the documents before this one: nobody may say any more how they have ended. */
  endDocumentsBefore(loaderId: string, frameId: string, isPage: boolean): void {
    this.#endWhere((request) => (isPage || request.frameId === frameId) && request.loaderId !== loaderId);
  }

  endFrame(frameId: string): void {
    this.#endWhere((request) => request.frameId === frameId);
  }

  #followEnds(session: DevToolsSession): void {
    session.on('Network.loadingFinished', ({ requestId }) => this.#end(requestId));
    session.on('Network.loadingFailed', ({ requestId }) => this.#end(requestId));
  }

  #begin(requestId: string, request: PendingRequest): void {
    if (request.type === 'script') this.#programs.add(requestId);
    if (ESSENTIAL.has(request.type)) this.#essential.set(requestId, request);
    else if (UNHEARD.has(request.type)) this.#unheard.set(requestId, request);
    else this.#others.set(requestId, request);
  }

  #end(requestId: string): void {
    if (this.#programs.delete(requestId)) this.#lastProgramAt = performance.now();
    this.#others.delete(requestId);
    this.#unheard.delete(requestId);
    this.#essential.delete(requestId);
    for (const resolve of this.#waiting) resolve();
    this.#waiting.clear();
  }

  #endWhere(isOver: (request: Pick<PendingRequest, 'frameId' | 'loaderId'>) => boolean): void {
    for (const [requestId, request] of [...this.#essential, ...this.#others, ...this.#unheard]) {
      if (isOver(request)) this.#end(requestId);
    }
  }
}

/** A request for the script of a worker belongs to no document. */
function isOfWorker(loaderId: string | undefined): boolean {
  return loaderId === '';
}
