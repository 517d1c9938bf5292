import { setTimeout as sleep } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import { scrollElement, scrollWindow } from './in-page.js';
import { RenderFailure } from './render-failure.js';
import { countRequests, settled } from './settled.js';

/** An action on an element of the last snapshot of the page, or on the page. */
export type ElementAction =
  | { readonly type: 'click'; readonly ref: string }
  /** Replaces the text of a field, or chooses the option of a list. */
  | { readonly type: 'write'; readonly ref: string; readonly text: string }
  /** Presses a key of Playwright's names, such as `Enter`, on the element or on what has the focus. */
  | { readonly type: 'press'; readonly key: string; readonly ref?: string | undefined }
  | { readonly type: 'scroll'; readonly direction: 'up' | 'down'; readonly ref?: string | undefined }
  | { readonly type: 'wait'; readonly milliseconds: number }
  | { readonly type: 'navigate'; readonly url: string };

/** How long an action waits for an element. */
const ELEMENT_MS = 5_000;

const NAVIGATION_MS = 30_000;

/** Does the action, and waits until the page shows what follows; throws a `RenderFailure`, or the reason of the signal. */
export async function act(page: Page, action: ElementAction, signal: AbortSignal): Promise<void> {
  const requests = countRequests(page);
  try {
    await run(page, action, signal);
    await settled(page, requests, page);
  } catch (error) {
    signal.throwIfAborted();
    if (page.isClosed()) throw new RenderFailure('action', 'The page has closed.', { cause: error });
    const foreign = explanation(error);
    throw new RenderFailure('action', foreign, { cause: error, foreign });
  } finally {
    requests.stop();
  }
  signal.throwIfAborted();
}

async function run(page: Page, action: ElementAction, signal: AbortSignal): Promise<unknown> {
  const options = { timeout: ELEMENT_MS, signal };
  const element = (ref: string) => page.locator(`aria-ref=${ref}`);
  switch (action.type) {
    case 'click':
      return element(action.ref).click(options);
    case 'write': {
      const field = element(action.ref);
      const isList = await field.evaluate(({ localName }: { localName: string }) => localName === 'select', undefined, {
        timeout: ELEMENT_MS,
      });
      return isList ? field.selectOption({ label: action.text }, options) : field.fill(action.text, options);
    }
    case 'press':
      return action.ref === undefined
        ? page.keyboard.press(action.key)
        : element(action.ref).press(action.key, options);
    case 'scroll': {
      const sign = action.direction === 'up' ? -1 : 1;
      if (action.ref === undefined) return page.evaluate(scrollWindow(sign));
      return element(action.ref).evaluate(scrollElement, sign, { timeout: ELEMENT_MS });
    }
    case 'wait':
      return sleep(action.milliseconds, undefined, { signal });
    case 'navigate':
      // A page whose scripts lead elsewhere may never be loaded.
      return page.goto(action.url, { waitUntil: 'commit', timeout: NAVIGATION_MS, signal });
  }
}

/** What the driver says first, without the name of its method. */
function explanation(error: unknown): string {
  const { name, message } = error as Error;
  if (name === 'TimeoutError') return 'The element is gone, or it cannot be used now, or the page does not load.';
  const [line = ''] = message.split('\n');
  return line.replace(/^[\w.]+: /, '').replace(/^Error: /, '');
}
