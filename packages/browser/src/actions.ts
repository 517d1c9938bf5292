import { setTimeout as sleep } from 'node:timers/promises';
import type { Action, ActionScrape, ClickAction, JavascriptReturn } from '@trawl/client';
import type { Page } from 'playwright-core';
import { type RenderedFile, screenshot } from './capture.js';
import { HAS_FOCUS, openInPlace, scrollElement, scrollWindow } from './in-page.js';
import { windowsKnown } from './opened-windows.js';
import { pageHtml } from './page-html.js';
import { RenderFailure, type RenderFailureOptions } from './render-failure.js';
import { scriptValue } from './script-value.js';

/** What actions brought, each kind in the order of the actions. */
export interface ActionOutput {
  readonly screenshots: RenderedFile[];
  readonly scrapes: ActionScrape[];
  readonly javascriptReturns: JavascriptReturn[];
  readonly pdfs: RenderedFile[];
  readonly warnings: string[];
}

/** How long an action waits for an element. */
const MAX_ELEMENT_MS = 10_000;

/** The share of the time left that it may take: enough remains to say which element is missing. */
const MAX_ELEMENT_SHARE = 1 / 2;

/** Does the actions in their order; throws a `RenderFailure` that names the one that cannot be done. */
export async function runActions(
  page: Page,
  actions: readonly Action[],
  { deadline, settle }: { readonly deadline: number; readonly settle: () => Promise<void> },
): Promise<ActionOutput> {
  const output: ActionOutput = { screenshots: [], scrapes: [], javascriptReturns: [], pdfs: [], warnings: [] };
  const elementMs = () => Math.max(1, Math.min(MAX_ELEMENT_MS, (deadline - performance.now()) * MAX_ELEMENT_SHARE));
  for (const [index, action] of actions.entries()) {
    const fail = (why: string, more: RenderFailureOptions = {}) => {
      throw new RenderFailure('action', `actions[${index}] (${action.type}): ${why}`, { ...more, action: index });
    };
    try {
      await run(action, { page, output, elementMs, settle, fail });
    } catch (error) {
      if (error instanceof RenderFailure || page.isClosed()) throw error;
      const foreign = explanation(error, action);
      fail(foreign, { cause: error, foreign });
    }
  }
  return output;
}

interface Scene {
  readonly page: Page;
  readonly output: ActionOutput;
  elementMs(): number;
  settle(): Promise<void>;
  fail(why: string): void;
}

async function run(action: Action, { page, output, elementMs, settle, fail }: Scene): Promise<void> {
  switch (action.type) {
    case 'wait':
      if ('milliseconds' in action) await sleep(action.milliseconds);
      else await first(page, action.selector).waitFor({ state: 'attached', timeout: elementMs() });
      return;
    case 'click':
      await notingWindows(page, output, async () => {
        await click(page, action, elementMs);
        await settle();
      });
      return;
    case 'write':
      if (!(await page.evaluate<boolean>(HAS_FOCUS)))
        fail('no element has the focus. Click the one to write into first.');
      return page.keyboard.type(action.text);
    case 'press':
      await page.keyboard.press(action.key);
      return settle();
    case 'scroll': {
      const sign = action.direction === 'up' ? -1 : 1;
      if (action.selector === undefined) await page.evaluate(scrollWindow(sign));
      else await first(page, action.selector).evaluate(scrollElement, sign, { timeout: elementMs() });
      return settle();
    }
    case 'screenshot': {
      const { isCut, ...picture } = await screenshot(page, action);
      output.screenshots.push(picture);
      if (isCut) output.warnings.push(CUT);
      return;
    }
    case 'scrape':
      output.scrapes.push({ url: page.url(), html: await pageHtml(page) });
      return;
    case 'executeJavascript': {
      output.javascriptReturns.push(await scriptValue(page, action.script));
      return settle();
    }
    case 'pdf': {
      const { format = 'Letter', landscape = false, scale = 1 } = action;
      output.pdfs.push({ type: 'application/pdf', body: await page.pdf({ format, landscape, scale }) });
    }
  }
}

async function click(page: Page, { selector, all }: ClickAction, elementMs: () => number): Promise<void> {
  if (!all) {
    const element = first(page, selector);
    await element.evaluate(openInPlace, undefined, { timeout: elementMs() });
    return element.click({ timeout: elementMs() });
  }
  // A click on one element may remove another: what is gone by then is left out.
  for (const element of await page.locator(css(selector)).elementHandles()) {
    if (!(await element.isVisible())) continue;
    await element.evaluate(openInPlace);
    await element.click({ timeout: elementMs() });
  }
}

/** Warns of windows that scripts open: a scrape has one page, and they are closed. */
async function notingWindows(page: Page, { warnings }: ActionOutput, work: () => Promise<void>): Promise<void> {
  const context = page.context();
  let hasWindow = false;
  const note = () => {
    hasWindow = true;
  };
  context.on('page', note);
  try {
    await work();
    await windowsKnown(page);
  } finally {
    context.off('page', note);
  }
  if (hasWindow && !warnings.includes(WINDOW_CLOSED)) warnings.push(WINDOW_CLOSED);
}

const WINDOW_CLOSED =
  'A click opened a window, which was closed: the actions of a scrape have one page. Scrape the URL of the window instead, or use a session.';

/** Says that a picture is shorter than its page. */
export const CUT = 'The screenshot shows the upper part of the page only: the page is longer than a picture may be.';

/** Selectors of callers are CSS, and nothing else that the driver knows. */
const css = (selector: string) => `css=${selector}`;

const first = (page: Page, selector: string) => page.locator(css(selector)).first();

function explanation(error: unknown, action: Action): string {
  const { name, message } = error as Error;
  const [line = ''] = message.split('\n');
  const what = line.replace(/^[\w.]+: /, '').replace(/^Error: /, '');
  if (!('selector' in action) || action.selector === undefined) return what;
  if (name === 'TimeoutError') {
    return `no element matches "${action.selector}"${action.type === 'click' ? ', or it cannot be clicked' : ''}.`;
  }
  return `"${action.selector}" cannot be used: ${what}`;
}
