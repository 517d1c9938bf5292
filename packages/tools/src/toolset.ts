import { GoneError, NotFoundError, type Trawl } from '@trawl/sdk';
import { CallTime } from './call-time.js';
import { callTool, type ToolResult } from './call-tool.js';
import type { CreditPeriod } from './credit-budget.js';
import { type InputSchema, inputSchemaOf } from './input-schema.js';
import { PageStore, type ReadPage } from './pages/page-store.js';
import { createPolicy, type Policy, type ToolOptions } from './policy.js';
import type { Need } from './service-abilities.js';
import type { Tool, ToolContext } from './tool.js';
import { missingToolReason, type SessionOptions, toolsFor } from './tools/index.js';

/** A tool as a model and its program see it. */
export interface ToolDescription {
  readonly name: string;
  /** The title that people see. */
  readonly title: string;
  /** The description that the model reads. */
  readonly description: string;
  readonly inputSchema: InputSchema;
  /** Whether it leaves everything as it is. Ask the user before the others. */
  readonly isReadOnly: boolean;
  /** Whether it reaches the web. */
  readonly isOpenWorld: boolean;
  /** What the service must have for it. */
  readonly needs: readonly Need[];
}

/** How a tool is called. */
export interface ToolCallOptions extends Pick<ToolContext, 'onProgress'> {
  /** Cancels the call, and a job that it has started. */
  readonly signal?: AbortSignal | undefined;
}

/** The tools of one conversation, whose pages and credits belong together. */
export interface Toolset {
  readonly tools: readonly ToolDescription[];
  /** Calls a tool with what the model sent. Every failure is a result, which tells the model what to do; it never throws. */
  call(name: string, input: unknown, options?: ToolCallOptions): Promise<ToolResult>;
}

/**
 * The tools for a framework of your own choice: describe them to the model, and call what it asks for.
 *
 * @throws TypeError when an option cannot work.
 * @example
 * const toolset = createToolset(new Trawl({ baseUrl: 'http://127.0.0.1:3002' }), { maxCredits: 100 });
 * const { text } = await toolset.call('search', { query: 'folding anchor' });
 */
export const createToolset = (trawl: Trawl, options: ToolOptions = {}): Toolset => toolsetFor(trawl, options);

/** A prefix makes names that every client takes: they begin with a letter. */
const PREFIX = /^(?:[a-z][\w-]{0,30})?$/i;

/** The tools of one session. */
export function toolsetFor(trawl: Trawl, session: SessionOptions, creditPeriod: CreditPeriod = 'session'): Toolset {
  const { prefix = '', onLostJob } = session;
  if (!PREFIX.test(prefix)) {
    throw new TypeError('prefix must be at most 31 letters, digits, _ and -, and begin with a letter.');
  }
  const tools = toolsFor(session);
  const policy = createPolicy(session, creditPeriod);
  const pages = new PageStore({
    secret: session.cursorSecret,
    owner: session.key,
    load: (scrapeId, signal) => storedScrape(trawl, policy, scrapeId, signal),
  });
  return {
    tools: tools.map((tool) => descriptionOf(tool, prefix)),
    async call(calledName, input, { signal, onProgress } = {}) {
      const name = calledName.startsWith(prefix) ? calledName.slice(prefix.length) : calledName;
      const tool = tools.find((one) => one.name === name);
      if (!tool) return { text: missingToolReason(name, session) ?? `There is no tool ${name}.`, isError: true };
      const time = new CallTime(policy.timeoutMs, onProgress !== undefined, signal);
      try {
        return await callTool(tool, input, { trawl, policy, pages, time, onProgress, onLostJob }, prefix);
      } finally {
        time.end();
      }
    },
  };
}

/** A scrape that the service keeps; undefined if it does not, or no longer. */
async function storedScrape(
  trawl: Trawl,
  policy: Policy,
  scrapeId: string,
  signal: AbortSignal,
): Promise<ReadPage | undefined> {
  const scrape = await trawl.getScrape(scrapeId, undefined, { signal }).catch((error: unknown) => {
    if (error instanceof NotFoundError || error instanceof GoneError) return undefined;
    throw error;
  });
  const { markdown, metadata } = scrape ?? {};
  if (!markdown || !metadata) return undefined;
  policy.checkRedirect(metadata.url);
  return { url: metadata.url, title: typeof metadata.title === 'string' ? metadata.title : undefined, markdown };
}

const descriptionOf = (tool: Tool, prefix: string): ToolDescription => ({
  name: prefix + tool.name,
  title: tool.title,
  description: tool.description.replace(/\{(\w+)\}/g, `${prefix}$1`),
  inputSchema: inputSchemaOf(tool.input),
  isReadOnly: tool.isReadOnly,
  isOpenWorld: tool.isOpenWorld,
  needs: tool.needs ?? [],
});
