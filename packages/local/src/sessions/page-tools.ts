import type { BrowserContext, Page } from 'playwright-core';
import { type AllowedSites, keepOnSites, type WantedPage } from '../browser/allowed-sites.js';
import { act, type ElementAction } from '../browser/element-actions.js';
import { type PageSnapshot, pageSnapshot } from '../browser/page-snapshot.js';
import { RenderFailure } from '../browser/render-failure.js';
import { canParseUrl } from '../can-parse-url.js';
import { inputOf, type Tool, ToolError } from '../model/tool-loop.js';
import { redactedUrl } from '../redacted-url.js';

/** The pages of a browser context in the hands of a model. */
export interface PageTools {
  /** They return what the page shows afterwards, and never close anything. */
  readonly tools: readonly Tool[];
  /** Opens a URL; throws a `ToolError`, also where it redirects to another site. */
  open(url: string, signal: AbortSignal): Promise<void>;
  /** What the page shows now; throws a `ToolError`. */
  look(signal: AbortSignal): Promise<string>;
  /** The URL of the page; throws a `ToolError`. */
  address(): string;
  /** Lets the pages go anywhere again. */
  end(): Promise<void>;
}

export interface PageToolsOptions {
  readonly context: BrowserContext;
  readonly sites: AllowedSites;
  /** Gets each action in words, without what is written into fields. */
  onAction(words: string): void;
}

/** Characters of one view of a page. A longer page has several. */
const VIEW_CHARACTERS = 10_000;

const MAX_WAIT_MS = 10_000;

/** Opens tools for the page of the context that was opened last. It cannot leave the sites while they are open. */
export async function openPageTools({ context, sites, onAction }: PageToolsOptions): Promise<PageTools> {
  if (context.pages().length === 0) await context.newPage();
  const guard = await keepOnSites(context, sites);
  let last: PageSnapshot | undefined;

  function shown(): Page {
    const page = context.pages().at(-1);
    if (!page) throw new ToolError('The page has closed itself.');
    return page;
  }

  /** Does the action; throws a `ToolError` where the page or the sites do not allow it. */
  async function run(page: Page, action: ElementAction, signal: AbortSignal): Promise<void> {
    if (action.type === 'navigate' && !sites.allows(action.url)) throw new ToolError(elsewhere(action.url, sites));
    guard.takeRefused();
    guard.takeWindows();
    let failure: unknown;
    try {
      await asToolError(() => act(page, action, signal));
    } catch (error) {
      if (!(error instanceof ToolError)) throw error;
      failure = error;
    }
    const [refused] = guard.takeRefused();
    if (refused !== undefined) throw new ToolError(elsewhere(refused, sites));
    const [window] = guard.takeWindows();
    if (window) return runInPlace(page, window, signal);
    if (failure) throw failure;
  }

  /** What was to be opened in a window is opened in place of the page. */
  function runInPlace(page: Page, { url, method }: WantedPage, signal: AbortSignal): Promise<void> {
    if (method !== 'GET')
      throw new ToolError('The page sends its form to a window of its own, which cannot be opened.');
    return run(page, { type: 'navigate', url }, signal);
  }

  async function look(signal: AbortSignal, part = 1): Promise<string> {
    const page = shown();
    last = await asToolError(() => pageSnapshot(page, signal));
    const parts = viewsOf(last.text);
    const text = parts[part - 1];
    if (text === undefined) throw new ToolError(`The page has ${parts.length} parts.`);
    const lines = [`Address: ${page.url()}`, `Title: ${await titleOf(page)}`];
    if (parts.length > 1) lines.push(`Part ${part} of ${parts.length}`);
    return [...lines, '', text].join('\n');
  }

  async function perform(action: ElementAction, signal: AbortSignal): Promise<string> {
    const words = wordsFor(action, last);
    try {
      await run(shown(), action, signal);
      onAction(words);
    } catch (error) {
      if (error instanceof ToolError) onAction(`${words}: ${error.message}`);
      throw error;
    }
    return look(signal);
  }

  const refOf = (ref: unknown): string => {
    const known = String(ref).replace(/^\[|\]$/g, '');
    if (last?.elements.has(known)) return known;
    throw new ToolError('There is no such ref on the page as you saw it last. Use one of the refs in brackets.');
  };
  const optionalRef = (ref: unknown) => (ref === undefined ? undefined : refOf(ref));

  const tools: readonly Tool[] = [
    {
      name: 'click',
      description: 'Clicks an element of the page.',
      input: inputOf({ ref: REF }, ['ref']),
      run: ({ ref }, signal) => perform({ type: 'click', ref: refOf(ref) }, signal),
    },
    {
      name: 'write',
      description: 'Replaces the text of a field, or chooses an option of a list by its words.',
      input: inputOf({ ref: REF, text: { type: 'string', maxLength: 10_000 } }, ['ref', 'text']),
      run: ({ ref, text }, signal) => perform({ type: 'write', ref: refOf(ref), text: String(text) }, signal),
    },
    {
      name: 'press',
      description: 'Presses a key such as Enter, Tab or ArrowDown, on an element or on what has the focus.',
      input: inputOf({ key: { type: 'string', maxLength: 40 }, ref: REF }, ['key']),
      run: ({ key, ref }, signal) => perform({ type: 'press', key: String(key), ref: optionalRef(ref) }, signal),
    },
    {
      name: 'scroll',
      description: 'Scrolls the page or an element by its height: some pages load more when they are scrolled.',
      input: inputOf({ direction: { enum: ['up', 'down'] }, ref: REF }, ['direction']),
      run: ({ direction, ref }, signal) =>
        perform({ type: 'scroll', direction: direction === 'up' ? 'up' : 'down', ref: optionalRef(ref) }, signal),
    },
    {
      name: 'wait',
      description: 'Waits for the page.',
      input: inputOf({ milliseconds: { type: 'integer', minimum: 1, maximum: MAX_WAIT_MS } }, ['milliseconds']),
      run: ({ milliseconds }, signal) => perform({ type: 'wait', milliseconds: Number(milliseconds) }, signal),
    },
    {
      name: 'navigate',
      description: `Opens an address. Only these sites can be opened: ${sites.names.join(', ') || 'none'}.`,
      input: inputOf({ url: { type: 'string', maxLength: 2_000 } }, ['url']),
      run: async ({ url }, signal) => perform({ type: 'navigate', url: absolute(String(url), shown().url()) }, signal),
    },
    {
      name: 'look',
      description: 'Shows the page again, or another part of a long page.',
      input: inputOf({ part: { type: 'integer', minimum: 1 } }, []),
      run: ({ part = 1 }, signal) => look(signal, Number(part)),
    },
  ];
  return {
    tools,
    open: async (url, signal) => run(shown(), { type: 'navigate', url }, signal),
    look: (signal) => look(signal),
    address: () => shown().url(),
    end: guard.end,
  };
}

const REF = { type: 'string', maxLength: 20, description: 'The ref of an element, such as e12.' };

/** The text in parts of whole lines. */
function viewsOf(text: string): string[] {
  const parts: string[] = [];
  let part = '';
  for (const line of text.split('\n')) {
    if (part !== '' && part.length + line.length >= VIEW_CHARACTERS) {
      parts.push(part);
      part = '';
    }
    part += part === '' ? line : `\n${line}`;
  }
  return [...parts, part];
}

function absolute(url: string, base: string): string {
  return canParseUrl(url, base) ? new URL(url, base).href : url;
}

/** A page that is loading has no title yet. */
function titleOf(page: Page): Promise<string> {
  return page.title().catch(() => '');
}

function wordsFor(action: ElementAction, snapshot: PageSnapshot | undefined): string {
  const element = 'ref' in action && action.ref !== undefined ? snapshot?.elements.get(action.ref) : undefined;
  switch (action.type) {
    case 'click':
      return `click ${element}`;
    case 'write':
      return `write into ${element}`;
    case 'press':
      // A letter may be part of a password.
      return `press ${action.key.length > 1 ? action.key : 'a key'}${element ? ` on ${element}` : ''}`;
    case 'scroll':
      return `scroll ${action.direction}${element ? ` in ${element}` : ''}`;
    case 'wait':
      return `wait ${action.milliseconds} ms`;
    case 'navigate':
      return `navigate to ${redactedUrl(action.url)}`;
  }
}

function elsewhere(url: string, { names }: AllowedSites): string {
  const { host = '', protocol = '' } = canParseUrl(url) ? new URL(url) : {};
  return `${host || protocol || 'The address'} was not opened: only ${names.join(', ') || 'no site'} can be.`;
}

/** What the page or the browser refuses is said to the model, which can try something else. */
async function asToolError<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof RenderFailure) throw new ToolError(error.message, { cause: error });
    throw error;
  }
}
