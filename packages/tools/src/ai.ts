import type { Trawl } from '@trawl/sdk';
import { type Tool as AiTool, tool as aiTool, jsonSchema } from 'ai';
import type { ToolOptions } from './policy.js';
import { createToolset } from './toolset.js';

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
  const toolset = createToolset(trawl, options);
  return Object.fromEntries(
    toolset.tools.map(({ name, title, description, inputSchema }) => [
      name,
      aiTool({
        title,
        description,
        inputSchema: jsonSchema<unknown>(inputSchema),
        execute: async (input: unknown, { abortSignal }: { abortSignal?: AbortSignal }): Promise<string> => {
          // An error is told to the model as well, which can mend it.
          const { text } = await toolset.call(name, input, { signal: abortSignal });
          return text;
        },
      }),
    ]),
  );
}
