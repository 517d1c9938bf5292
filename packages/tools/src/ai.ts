import type { Trawl } from '@trawl/sdk';
import { type Tool as AiTool, tool as aiTool, jsonSchema } from 'ai';
import type { ToolOptions } from './policy.js';
import { createToolset } from './toolset.js';

export type { ToolOptions } from './policy.js';

/** A call of a tool failed. The message is for the model: it names the field and the next step. */
export class ToolCallError extends Error {
  override name = 'ToolCallError';
}

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
          const { text, isError } = await toolset.call(name, input, { signal: abortSignal });
          // The AI SDK makes a `tool-error` of it: the model reads the message, and can mend its call.
          if (isError) throw new ToolCallError(text);
          return text;
        },
      }),
    ]),
  );
}
