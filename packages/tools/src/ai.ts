import type { Trawl } from '@trawl/sdk';
import { type Tool as AiTool, tool as aiTool, jsonSchema } from 'ai';
import { callTool } from './call-tool.js';
import { createPageStore } from './pages/page-store.js';
import { createPolicy, type ToolOptions } from './policy.js';
import { toolsFor } from './tools/index.js';

export type { ToolOptions } from './policy.js';

/**
 * The tools for `generateText`, `streamText` and agents of the AI SDK. Call it once for each conversation: its pages and its
 * credits belong together.
 *
 * @throws TypeError when an option cannot work.
 * @example
 * const tools = trawlTools(new Trawl({ baseUrl: 'http://127.0.0.1:3002' }), { maxCredits: 100 });
 * console.log(Object.keys(tools));
 */
export function trawlTools(trawl: Trawl, options: ToolOptions = {}): Record<string, AiTool<unknown, string>> {
  const policy = createPolicy(options);
  const pages = createPageStore();
  return Object.fromEntries(
    toolsFor(options).map((tool) => [
      tool.name,
      aiTool({
        description: tool.description,
        // The type of the AI SDK has lists that can be changed.
        inputSchema: jsonSchema<unknown>({ ...tool.input, required: [...tool.input.required] } as never),
        execute: async (input: unknown, { abortSignal }: { abortSignal?: AbortSignal }): Promise<string> => {
          // An error is told to the model as well, which can mend it.
          const { text } = await callTool(tool, input, { trawl, policy, pages, signal: abortSignal });
          return text;
        },
      }),
    ]),
  );
}
