import { setTimeout as startTimer } from 'node:timers';
import { setTimeout } from 'node:timers/promises';
import fc from 'fast-check';
import { type Browser, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { describeInBrowsers } from '../../local/test/browser.js';
import { extremeParams, isCommand, paramsOf, typeOf } from '../../local/test/devtools-protocol.js';
import { ALLOWED_COMMANDS } from './cdp-allowed-commands.js';
import { BOUNDS, type Bound } from './cdp-bounds.js';
import { type CdpConnection, openCdp } from './cdp-filter.js';
import { pageRefusal, record } from './cdp-rules.js';

const ALLOWED = Object.entries(ALLOWED_COMMANDS).flatMap(([domain, names]) => names.map((name) => `${domain}.${name}`));

function boundAt(bounds: object, path: readonly string[]): Bound {
  return path.reduce<unknown>((at, name) => record(at)[name], bounds) as Bound;
}

/** The bounded parameters of a command, by their paths. */
function pathsOf(bounds: object, path: readonly string[] = []): (readonly string[])[] {
  return Object.entries(bounds).flatMap(([name, bound]: [string, Bound | object]) =>
    Array.isArray(bound) ? [[...path, name]] : pathsOf(bound, [...path, name]),
  );
}

describe('the protocol', () => {
  it('has all commands that are allowed, each once', () => {
    expect(ALLOWED.filter((method) => !isCommand(method))).toEqual([]);
    expect(new Set(ALLOWED).size).toBe(ALLOWED.length);
  });

  it.each(Object.entries(BOUNDS))('has the numbers of %s that are bounded', (method, bounds) => {
    expect(ALLOWED).toContain(method);
    for (const path of pathsOf(bounds)) expect(['integer', 'number'], path.join('.')).toContain(typeOf(method, path));
  });
});

describe('a picture', () => {
  const capture = (clip: object, largestScale = 1) => pageRefusal('Page.captureScreenshot', { clip }, largestScale);
  const metrics = (params: object) => pageRefusal('Emulation.setDeviceMetricsOverride', { ...params }, 1);

  it('may be as large as a long page in a window of usual size', () => {
    expect(capture({ x: 0, y: 0, width: 1280, height: 20_000, scale: 1 })).toBeUndefined();
    expect(metrics({ width: 3840, height: 2160, deviceScaleFactor: 2, mobile: false })).toBeUndefined();
    expect(metrics({ width: 0, height: 0, deviceScaleFactor: 0, mobile: false })).toBeUndefined();
  });

  it.each([
    ['a side that is too long', { width: 30_000, height: 30_000, deviceScaleFactor: 1 }],
    ['too many pixels of a page', { width: 16_000, height: 16_000, deviceScaleFactor: 1 }],
    ['too many pixels for each of a page', { width: 100, height: 100, deviceScaleFactor: 100 }],
    ['too many of both', { width: 4_000, height: 4_000, deviceScaleFactor: 3 }],
    [
      'a part that is magnified',
      { width: 1, height: 1, deviceScaleFactor: 1, viewport: { width: 9e3, height: 9e3, scale: 2 } },
    ],
  ])('is refused by what sets the size of a window: %s', (_, params) => {
    expect(metrics(params)).toMatch(/has to be from|pixels of the device/);
  });

  it.each([
    ['too many pixels', { width: 30_000, height: 30_000, scale: 1 }, 1],
    ['a part that is magnified', { width: 3_000, height: 3_000, scale: 3 }, 1],
    ['a device with many pixels', { width: 3_000, height: 3_000, scale: 1 }, 3],
    ['a negative side', { width: -30_000, height: -30_000, scale: 1 }, 1],
  ])('is refused when it is taken: %s', (_, clip, largestScale) => {
    expect(capture(clip, largestScale)).toMatch(/has to be from|pixels of the device/);
  });
});

/** How long a command may hold up the page that it was sent to. */
const PATIENCE_MS = 2_000;

/** A program that drives a page of its own. */
class Caller {
  readonly page: Page;
  readonly #connection: CdpConnection;
  readonly #answers = new Map<number, (answer: object) => void>();
  #session: string | undefined;
  #id = 0;

  static async open(browser: Browser): Promise<Caller> {
    const page = await (await browser.newContext()).newPage();
    await page.setContent('<h1>Page</h1><input><div style="height: 3000px">It is long.</div>');
    const connection = await openCdp(page, { onMessage: (text) => caller.#take(text), onClose() {} });
    const caller: Caller = new Caller(page, connection);
    await caller.ask('Target.setAutoAttach', { autoAttach: true, waitForDebuggerOnStart: false, flatten: true });
    return caller;
  }

  private constructor(page: Page, connection: CdpConnection) {
    this.page = page;
    this.#connection = connection;
  }

  #take(text: string): void {
    const message = JSON.parse(text);
    if (message.method === 'Target.attachedToTarget') this.#session ??= String(record(message.params).sessionId);
    this.#answers.get(message.id)?.(message);
  }

  /** Sends a command; returns the answer, or undefined when there is none in time. */
  ask(method: string, params: object): Promise<object | undefined> {
    this.#id += 1;
    const id = this.#id;
    return new Promise((resolve) => {
      const timer = startTimer(() => resolve(undefined), PATIENCE_MS);
      this.#answers.set(id, (answer) => {
        clearTimeout(timer);
        resolve(answer);
      });
      this.#connection.send(JSON.stringify({ id, method, params, sessionId: this.#session }));
    });
  }
}

/** Each bounded number of a command alone, and all of them at once; those without a number are left out. */
function boundedParams(numberOf: (bound: Bound) => number | undefined): readonly (readonly [string, object])[] {
  return Object.entries(BOUNDS).flatMap(([method, bounds]) => {
    const values = pathsOf(bounds).flatMap((names) => {
      const number = numberOf(boundAt(bounds, names));
      return number === undefined ? [] : [[names, number] as const];
    });
    if (values.length === 0) return [];
    return [values, ...values.map((each) => [each])].map((each) => [method, paramsOf(method, each)] as const);
  });
}

describeInBrowsers('what a program sends to its page in $name', { timeout: 600_000 }, ({ path }) => {
  let browser: Browser;
  let other: Page;

  beforeAll(async () => {
    browser = await chromium.launch({ executablePath: path, chromiumSandbox: process.getuid?.() !== 0 });
    other = await (await browser.newContext()).newPage();
    await other.setContent('<h1>Page of another team</h1>');
  });

  afterAll(() => browser.close());

  /** Sends commands, and lets the page draw after each that it took; one that hangs is left for a new one. */
  async function sendAll(commands: Iterable<readonly [string, object]>) {
    let caller: Caller | undefined;
    for (const [method, params] of commands) {
      caller ??= await Caller.open(browser);
      const answer = await caller.ask(method, params);
      const isTaken = answer === undefined || 'result' in answer;
      const next = isTaken && /^(?:Emulation|Overlay|Page)\./.test(method) ? 'Page.captureScreenshot' : 'Page.enable';
      const goesOn = await caller.ask(next, {});
      const title = await other
        .evaluate("document.querySelector('h1').textContent")
        .catch((error: Error) => error.message);
      expect(title, `${method} ${JSON.stringify(params).slice(0, 500)}`).toBe('Page of another team');
      if (goesOn) continue;
      await Promise.race([caller.page.context().close(), setTimeout(PATIENCE_MS)]);
      caller = undefined;
    }
    await caller?.page.context().close();
  }

  it('does not end the pages of others where numbers are beyond their bounds', async () => {
    const isBeyond = (number: number, [min, max]: Bound) => number < min || number > max;
    const numbers = [1e-300, 100_000, 2 ** 31 - 1, -(2 ** 31)];
    await sendAll(numbers.flatMap((each) => boundedParams((bound) => (isBeyond(each, bound) ? each : undefined))));
  });

  // It takes minutes, because pictures are as large as they may be.
  it.runIf(process.env.EXPLORE)('does not end the pages of others where numbers are at their bounds', async () => {
    await sendAll(([0, 1] as const).flatMap((end) => boundedParams((bound) => bound[end])));
  });

  it('does not end the pages of others, whatever its numbers and texts are', async () => {
    const commands = fc
      .constantFrom(...ALLOWED)
      .chain((method) => extremeParams(method).map((params) => [method, params] as const));
    await sendAll(fc.sample(commands, { numRuns: process.env.EXPLORE ? 5_000 : 60, seed: 46 }));
  });
});
