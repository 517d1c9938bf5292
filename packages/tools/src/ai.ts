import type { Trawl } from '@trawl/sdk';
import { type Tool as AiTool, tool as aiTool, jsonSchema } from 'ai';
import type { ToolResult } from './call-tool.js';
import type { ToolOptions } from './policy.js';
import type { ToolImage } from './tool.js';
import { createToolset } from './toolset.js';

export type { ToolOptions } from './policy.js';
export type { ToolImage } from './tool.js';

/** A call of a tool failed. The message is for the model: it names the field and the next step. */
export class ToolCallError extends Error {
  override name = 'ToolCallError';
}

/** What a tool returns: a text, or a text with pictures. */
export type ToolCallOutput = string | { readonly text: string; readonly images: readonly ToolImage[] };

/**
 * The tools for `generateText`, `streamText` and agents of the AI SDK. Call it once for each conversation: its pages and its
 * credits belong together.
 *
 * @throws TypeError when an option cannot work.
 * @example
 * const tools = trawlTools(new Trawl({ baseUrl: 'http://127.0.0.1:3002' }), { maxCredits: 100 });
 * console.log(Object.keys(tools));
 */
export function trawlTools(trawl: Trawl, options: ToolOptions = {}): Record<string, AiTool<unknown, ToolCallOutput>> {
  const toolset = createToolset(trawl, options);
  return Object.fromEntries(
    toolset.tools.map(({ name, title, description, inputSchema }) => [
      name,
      aiTool({
        title,
        description,
        inputSchema: jsonSchema<unknown>(inputSchema),
        execute: async (input: unknown, { abortSignal }: { abortSignal?: AbortSignal }): Promise<ToolCallOutput> => {
          const result = await toolset.call(name, input, { signal: abortSignal });
          // The AI SDK makes a `tool-error` of it: the model reads the message, and can mend its call.
          if (result.isError) throw new ToolCallError(result.text);
          return outputOf(result);
        },
        toModelOutput: modelOutputOf,
      }),
    ]),
  );
}

const outputOf = ({ text, images }: ToolResult): ToolCallOutput => (images?.length ? { text, images } : text);

/** What the model gets of an output. Version 5 of the AI SDK gives the output itself, later ones an object with it. */
function modelOutputOf(given: unknown) {
  const { output = given } = Object(given) as { readonly output?: unknown };
  if (typeof output === 'string' || output instanceof String) return { type: 'text' as const, value: String(output) };
  const { text, images } = output as Exclude<ToolCallOutput, string>;
  // The only kind of part for pictures that every version from 5 takes.
  const pictures = images.map(({ data, mediaType }) => ({ type: 'media' as const, data, mediaType }));
  return { type: 'content' as const, value: [{ type: 'text' as const, text }, ...pictures] };
}
