import { type Params, urlRefusal } from './cdp-rules.js';

/** A session with the browser itself. Its methods are those of Chromium, of which the driver's types know only some. */
export interface BrowserSession {
  send(method: string, params?: object): Promise<Params>;
  on(event: string, listener: (params: Params) => void): unknown;
  detach(): Promise<void>;
}

export interface TargetInfo extends Params {
  readonly targetId: string;
  readonly type: string;
  readonly browserContextId?: string;
}

/** Pages that the context of a client may have open when it asks for another one. */
const MAX_PAGES = 10;

/** The kinds of targets that belong to a page. */
const PAGE_TARGETS = ['page', 'iframe', 'worker'];

/** The pages, frames and workers of one browser context. To its client, the browser has no others. */
export class ContextTargets {
  readonly #browser: BrowserSession;
  readonly #contextId: string | undefined;

  constructor(browser: BrowserSession, contextId: string | undefined) {
    this.#browser = browser;
    this.#contextId = contextId;
  }

  hasPage({ type, browserContextId }: TargetInfo): boolean {
    return type === 'page' && browserContextId === this.#contextId;
  }

  async pages(): Promise<TargetInfo[]> {
    const { targetInfos } = await this.#browser.send('Target.getTargets');
    return (targetInfos as TargetInfo[]).filter((info) => this.hasPage(info));
  }

  /** Returns a target of this context; rejects for all others. */
  async find(targetId: unknown): Promise<TargetInfo> {
    const { targetInfo } = await this.#browser.send('Target.getTargetInfo', { targetId });
    const info = targetInfo as TargetInfo;
    if (info.browserContextId !== this.#contextId || !PAGE_TARGETS.includes(info.type)) {
      throw new Error('No target with given id found');
    }
    return info;
  }

  /** Lets the browser report each page that opens. */
  async discover(): Promise<void> {
    await this.#browser.send('Target.setDiscoverTargets', { discover: true, filter: [{ type: 'page' }] });
  }

  /** Opens a page in this context; returns its id. */
  async create({ url, width, height, background }: Params): Promise<unknown> {
    refuse('Target.createTarget', urlRefusal(url));
    if ((await this.pages()).length >= MAX_PAGES) refuse('Target.createTarget', `${MAX_PAGES} pages are open already`);
    const params = this.withContext({ url, width, height, background });
    const { targetId } = await this.#browser.send('Target.createTarget', params);
    return targetId;
  }

  /** The parameters of a command, with this context in the place of the one that the client named. */
  withContext(params: Params): Params {
    return { ...params, browserContextId: this.#contextId };
  }

  isOtherContext(contextId: unknown): boolean {
    return contextId !== undefined && contextId !== this.#contextId;
  }
}

/** Throws the error that a client gets for a command that it may not send. */
export function refuse(method: string, reason: string | undefined): void {
  if (reason !== undefined) throw new Error(`${method} is refused: ${reason}.`);
}
