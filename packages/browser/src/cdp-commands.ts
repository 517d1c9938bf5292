import type { DeviceScale } from './cdp-device-scale.js';
import type { Command } from './cdp-messages.js';
import {
  deviceScaleOf,
  type Params,
  pageRefusal,
  passedParams,
  permissionRefusal,
  REFUSED_METHODS,
} from './cdp-rules.js';
import type { Emit, PageSessions } from './cdp-sessions.js';
import { type BrowserSession, type ContextTargets, refuse, type TargetInfo } from './cdp-targets.js';

export interface CommandDependencies {
  readonly browser: BrowserSession;
  readonly targets: ContextTargets;
  readonly sessions: PageSessions;
  readonly deviceScale: DeviceScale;
  readonly emit: Emit;
}

/** Answers the commands that concern the browser, as if it had one context only. */
export class BrowserCommands {
  readonly #browser: BrowserSession;
  readonly #targets: ContextTargets;
  readonly #sessions: PageSessions;
  readonly #emit: Emit;
  /** The page that a client attaches to before all others. */
  readonly #mainPage: TargetInfo;
  /** The sessions with the browser that have an id. */
  readonly #browserSessions = new Set<string>();
  #sessionCount = 0;
  #attachesToPages = false;
  #reportsPages = false;

  constructor({ browser, targets, sessions, emit }: CommandDependencies, mainPage: TargetInfo) {
    this.#browser = browser;
    this.#targets = targets;
    this.#sessions = sessions;
    this.#emit = emit;
    this.#mainPage = mainPage;
  }

  hasSession(sessionId: string): boolean {
    return this.#browserSessions.has(sessionId);
  }

  async answer({ method, params, sessionId }: Command): Promise<object> {
    switch (method) {
      case 'Browser.getVersion':
        return this.#browser.send(method);
      case 'Browser.setDownloadBehavior':
        // Every driver asks for it when it connects. Downloads stay refused, as they are for all contexts.
        return {};
      case 'Browser.grantPermissions':
        refuse(method, permissionRefusal(params));
        return this.#browser.send(method, this.#targets.withContext(params));
      case 'Browser.resetPermissions':
      case 'Storage.getCookies':
      case 'Storage.setCookies':
      case 'Storage.clearCookies':
        return this.#browser.send(method, this.#targets.withContext(params));
      case 'Target.setAutoAttach':
        return this.#setAutoAttach(params.autoAttach === true);
      case 'Target.setDiscoverTargets':
        return this.#setDiscoverTargets(params.discover === true);
      case 'Target.getBrowserContexts':
        return { browserContextIds: [] };
      case 'Target.getTargets':
        return { targetInfos: await this.#targets.pages() };
      case 'Target.getTargetInfo':
        return {
          targetInfo: params.targetId === undefined ? BROWSER_TARGET : await this.#targets.find(params.targetId),
        };
      case 'Target.attachToBrowserTarget':
        return this.#attachToBrowser();
      case 'Target.attachToTarget':
        return { sessionId: await this.#sessions.attach(await this.#targets.find(params.targetId), sessionId) };
      case 'Target.detachFromTarget':
        return this.#detach(String(params.sessionId));
      case 'Target.createTarget':
        return this.#createTarget(params);
      case 'Target.activateTarget':
      case 'Target.closeTarget':
        await this.#targets.find(params.targetId);
        return this.#browser.send(method, params);
      default:
        refuse(method, REFUSED_METHODS[method] ?? 'it concerns more than the pages of this connection');
        return {};
    }
  }

  targetCreated(targetInfo: TargetInfo): void {
    if (!this.#targets.hasPage(targetInfo)) return;
    if (this.#reportsPages) this.#emit({ method: 'Target.targetCreated', params: { targetInfo } });
    // It fails when the page has closed in the meantime.
    if (this.#attachesToPages) this.#sessions.attachOnce(targetInfo).catch(() => {});
  }

  targetInfoChanged(targetInfo: TargetInfo): void {
    if (!this.#reportsPages || !this.#targets.hasPage(targetInfo)) return;
    this.#emit({ method: 'Target.targetInfoChanged', params: { targetInfo } });
  }

  async #setAutoAttach(isOn: boolean): Promise<object> {
    if (!isOn) {
      this.#attachesToPages = false;
      return {};
    }
    // Only then does the browser report the other pages, in an order of its own.
    await this.#attachToMainPage();
    this.#attachesToPages = true;
    await this.#targets.discover();
    // A page that closes in the meantime is none that the client can attach to.
    await Promise.allSettled((await this.#targets.pages()).map((page) => this.#sessions.attachOnce(page)));
    return {};
  }

  async #attachToMainPage(): Promise<void> {
    const { targetId } = this.#mainPage;
    const page = (await this.#targets.pages()).find((each) => each.targetId === targetId);
    await this.#sessions.attachOnce(page ?? this.#mainPage);
  }

  async #setDiscoverTargets(isOn: boolean): Promise<object> {
    this.#reportsPages = isOn;
    if (!isOn) return {};
    for (const targetInfo of await this.#targets.pages()) {
      this.#emit({ method: 'Target.targetCreated', params: { targetInfo } });
    }
    await this.#targets.discover();
    return {};
  }

  #attachToBrowser(): object {
    this.#sessionCount += 1;
    const sessionId = `browser-${this.#sessionCount}`;
    this.#browserSessions.add(sessionId);
    return { sessionId };
  }

  async #detach(sessionId: string): Promise<object> {
    if (this.#browserSessions.delete(sessionId)) return {};
    return this.#sessions.detach(sessionId);
  }

  async #createTarget(params: Params): Promise<object> {
    const targetId = await this.#targets.create(params);
    // Clients expect to be attached to the page before they get the answer.
    if (this.#attachesToPages) await this.#sessions.attachOnce(await this.#targets.find(targetId));
    return { targetId };
  }
}

const BROWSER_TARGET = { targetId: 'browser', type: 'browser', title: '', url: '', attached: true };

/**
 * Answers a command to a page, or to a frame or worker of it. Returns undefined for a command that was passed on, because
 * the page answers it.
 */
export async function answerPageCommand(
  { browser, targets, sessions, deviceScale }: CommandDependencies,
  pageSession: string,
  command: Command,
): Promise<object | undefined> {
  const { method, params } = command;
  const pass = async (passed: Params): Promise<undefined> => {
    await sessions.send(pageSession, { ...command, params: passed });
  };
  switch (method) {
    case 'Browser.getVersion':
      return browser.send(method);
    case 'Browser.getWindowForTarget':
      return pass({});
    case 'Target.setAutoAttach':
      return pass({ ...params, flatten: true });
    case 'Target.getTargetInfo':
      return params.targetId === undefined ? pass({}) : { targetInfo: await targets.find(params.targetId) };
    case 'Target.detachFromTarget':
      if (sessions.pageSessionOf(String(params.sessionId)) !== pageSession) throw new Error('No session with given id');
      return pass({ sessionId: params.sessionId });
    default:
      refuse(method, pageRefusal(method, params, deviceScale.largest));
      deviceScale.note(deviceScaleOf(method, params));
      if (targets.isOtherContext(params.browserContextId)) refuse(method, 'it concerns another browser context');
      return pass(passedParams(method, params));
  }
}
