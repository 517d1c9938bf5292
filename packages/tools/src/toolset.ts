import type { Trawl } from '@trawl/sdk';
import { callTool, type ToolResult } from './call-tool.js';
import { type InputSchema, inputSchemaOf } from './input-schema.js';
import { createPageStore } from './pages/page-store.js';
import { createPolicy, type ToolOptions } from './policy.js';
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
export type ToolCallOptions = Pick<ToolContext, 'signal' | 'onProgress'>;

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

/** The tools of one session. */
export function toolsetFor(trawl: Trawl, session: SessionOptions): Toolset {
  const tools = toolsFor(session);
  const policy = createPolicy(session);
  const pages = createPageStore();
  return {
    tools: tools.map(descriptionOf),
    async call(name, input, { signal, onProgress } = {}) {
      const tool = tools.find((one) => one.name === name);
      if (!tool) return { text: missingToolReason(name, session) ?? `There is no tool ${name}.`, isError: true };
      return callTool(tool, input, { trawl, policy, pages, signal, onProgress });
    },
  };
}

const descriptionOf = (tool: Tool): ToolDescription => ({
  name: tool.name,
  title: tool.title,
  description: tool.description,
  inputSchema: inputSchemaOf(tool.input),
  isReadOnly: tool.isReadOnly,
  isOpenWorld: tool.isOpenWorld,
  needs: tool.needs ?? [],
});
