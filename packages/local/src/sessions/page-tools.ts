import { parseUrl } from '@trawl/base/can-parse-url';
import { redactedUrl } from '@trawl/base/redacted-url';
import { type AllowedSites, keepOnSites, type WantedPage } from '@trawl/browser/allowed-sites';
import { act, type ElementAction } from '@trawl/browser/element-actions';
import { type PageSnapshot, pageSnapshot } from '@trawl/browser/page-snapshot';
import { RenderFailure } from '@trawl/browser/render-failure';
import type { BrowserContext, Page } from 'playwright-core';
import { inputOf, type Tool, ToolError } from '../model/tool-loop.js';

/** Lets a model use the pages of a browser context. */
export interface PageTools {
  /** Each tool returns what the page shows afterwards. No tool closes a page or a session. */
  readonly tools: readonly Tool[];
  /** Opens a URL; throws a `ToolError`, also where it redirects to another site. */
  open(url: string, signal: AbortSignal): Promise<void>;
  /** Returns what the page shows now; throws a `ToolError`. */
  look(signal: AbortSignal): Promise<string>;
  /** The URL of the page; throws a `ToolError`. */
  address(): string;
  /** Lets the pages open all sites again. */
  end(): Promise<void>;
}

export interface PageToolsOptions {
  readonly context: BrowserContext;
  readonly sites: AllowedSites;
  /** Gets each action in words, without the text that is written into fields. */
  onAction(words: string): void;
}

/** The maximum number of characters in one view of a page. A longer page has several views. */
const VIEW_CHARACTERS = 10_000;

const MAX_WAIT_MS = 10_000;

/** Opens tools for the page of the context that was opened last. It cannot leave the sites while they are open. */
export async function openPageTools({ context, sites, onAction }: PageToolsOptions): Promise<PageTools> {
  if (context.pages().length === 0) await context.newPage();
  const guard = await keepOnSites(context, sites);
  const page = new ModelPage({ context, sites, guard, onAction });
  return {
    tools: [...elementTools(page), ...pageTools(page, sites)],
    open: (url, signal) => page.open(url, signal),
    look: (signal) => page.look(signal),
    address: () => page.address(),
    end: guard.end,
  };
}

interface ModelPageOptions extends PageToolsOptions {
  readonly guard: Awaited<ReturnType<typeof keepOnSites>>;
}

/** The page that the model uses, with what the model has seen of it last. */
class ModelPage {
  readonly #options: ModelPageOptions;
  #snapshot: PageSnapshot | undefined;

  constructor(options: ModelPageOptions) {
    this.#options = options;
  }

  address(): string {
    return this.#current().url();
  }

  async open(url: string, signal: AbortSignal): Promise<void> {
    await this.#act(this.#current(), { type: 'navigate', url }, signal);
  }

  /** Performs the action, and returns what the page shows afterwards. */
  async perform(action: ElementAction, signal: AbortSignal): Promise<string> {
    const { onAction } = this.#options;
    const words = wordsFor(action, this.#snapshot);
    try {
      await this.#act(this.#current(), action, signal);
      onAction(words);
    } catch (error) {
      if (error instanceof ToolError) onAction(`${words}: ${error.message}`);
      throw error;
    }
    return this.look(signal);
  }

  async look(signal: AbortSignal, part = 1): Promise<string> {
    const page = this.#current();
    const snapshot = await asToolError(() => pageSnapshot(page, signal));
    this.#snapshot = snapshot;
    const parts = viewsOf(snapshot.text);
    const text = parts[part - 1];
    if (text === undefined) throw new ToolError(`The page has ${parts.length} parts.`);
    const lines = [`Address: ${page.url()}`, `Title: ${await titleOf(page)}`];
    if (parts.length > 1) lines.push(`Part ${part} of ${parts.length}`);
    return [...lines, '', text].join('\n');
  }

  /** Returns the ref of an element that the model has seen; throws a `ToolError` for any other. */
  ref(value: unknown): string {
    const ref = String(value).replace(/^\[|\]$/g, '');
    if (this.#snapshot?.elements.has(ref)) return ref;
    throw new ToolError('There is no such ref on the page as you saw it last. Use one of the refs in brackets.');
  }

  optionalRef(value: unknown): string | undefined {
    return value === undefined ? undefined : this.ref(value);
  }

  /** The page that was opened last. */
  #current(): Page {
    const page = this.#options.context.pages().at(-1);
    if (!page) throw new ToolError('The page has closed itself.');
    return page;
  }

  /** Acts on the page; throws a `ToolError` where the page or the sites do not allow it. */
  async #act(page: Page, action: ElementAction, signal: AbortSignal): Promise<void> {
    const { sites, guard } = this.#options;
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
    const [refusedUrl] = guard.takeRefused();
    if (refusedUrl !== undefined) throw new ToolError(elsewhere(refusedUrl, sites));
    const [window] = guard.takeWindows();
    if (window) return this.#openInPlace(page, window, signal);
    if (failure) throw failure;
  }

  /** Opens in this page what the page wanted to open in a window. */
  async #openInPlace(page: Page, { url, method }: WantedPage, signal: AbortSignal): Promise<void> {
    if (method !== 'GET') {
      throw new ToolError('The page sends its form to a window of its own, which cannot be opened.');
    }
    await this.#act(page, { type: 'navigate', url }, signal);
  }
}

const REF = { type: 'string', maxLength: 20, description: 'The ref of an element, such as e12.' };

/** The tools that act on an element. */
function elementTools(page: ModelPage): Tool[] {
  return [
    {
      name: 'click',
      description: 'Clicks an element of the page.',
      input: inputOf({ ref: REF }, ['ref']),
      run: async ({ ref }, signal) => page.perform({ type: 'click', ref: page.ref(ref) }, signal),
    },
    {
      name: 'write',
      description: 'Replaces the text of a field, or chooses an option of a list by its words.',
      input: inputOf({ ref: REF, text: { type: 'string', maxLength: 10_000 } }, ['ref', 'text']),
      run: async ({ ref, text }, signal) =>
        page.perform({ type: 'write', ref: page.ref(ref), text: String(text) }, signal),
    },
    {
      name: 'press',
      description: 'Presses a key such as Enter, Tab or ArrowDown, on an element or on what has the focus.',
      input: inputOf({ key: { type: 'string', maxLength: 40 }, ref: REF }, ['key']),
      run: async ({ key, ref }, signal) =>
        page.perform({ type: 'press', key: String(key), ref: page.optionalRef(ref) }, signal),
    },
    {
      name: 'scroll',
      description: 'Scrolls the page or an element by its height: some pages load more when they are scrolled.',
      input: inputOf({ direction: { enum: ['up', 'down'] }, ref: REF }, ['direction']),
      run: async ({ direction, ref }, signal) =>
        page.perform(
          { type: 'scroll', direction: direction === 'up' ? 'up' : 'down', ref: page.optionalRef(ref) },
          signal,
        ),
    },
  ];
}

/** The tools that concern the page as a whole. */
function pageTools(page: ModelPage, sites: AllowedSites): Tool[] {
  return [
    {
      name: 'wait',
      description: 'Waits for the page.',
      input: inputOf({ milliseconds: { type: 'integer', minimum: 1, maximum: MAX_WAIT_MS } }, ['milliseconds']),
      run: ({ milliseconds }, signal) => page.perform({ type: 'wait', milliseconds: Number(milliseconds) }, signal),
    },
    {
      name: 'navigate',
      description: `Opens an address. Only these sites can be opened: ${sites.names.join(', ') || 'none'}.`,
      input: inputOf({ url: { type: 'string', maxLength: 2_000 } }, ['url']),
      run: async ({ url }, signal) =>
        page.perform({ type: 'navigate', url: absolute(String(url), page.address()) }, signal),
    },
    {
      name: 'look',
      description: 'Shows the page again, or another part of a long page.',
      input: inputOf({ part: { type: 'integer', minimum: 1 } }, []),
      run: ({ part = 1 }, signal) => page.look(signal, Number(part)),
    },
  ];
}

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
  return parseUrl(url, base)?.href ?? url;
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
  const { host = '', protocol = '' } = parseUrl(url) ?? {};
  return `${host || protocol || 'The address'} was not opened: only ${names.join(', ') || 'no site'} can be.`;
}

/** Turns a failure of the page or the browser into an error that the model gets, so that it can try something else. */
async function asToolError<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof RenderFailure) throw new ToolError(error.message, { cause: error });
    throw error;
  }
}
