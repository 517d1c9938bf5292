import type OpenAI from 'openai';
import type { ModelMessage, ToolCall, ToolOffer } from './model.js';

type Message = OpenAI.Chat.Completions.ChatCompletionMessageParam;

/** Messages for a server that knows tools. */
export function nativeMessages(messages: readonly ModelMessage[]): Message[] {
  return messages.map((message): Message => {
    if (message.role === 'tool') return { role: 'tool', tool_call_id: message.call, content: message.content };
    if (message.role !== 'assistant' || !message.calls?.length) return { role: message.role, content: message.content };
    return {
      role: 'assistant',
      content: message.content || null,
      tool_calls: message.calls.map(({ id, name, input = {} }) => ({
        id,
        type: 'function',
        function: { name, arguments: JSON.stringify(input) },
      })),
    };
  });
}

export function toolParameters(tools: readonly ToolOffer[]): OpenAI.Chat.Completions.ChatCompletionFunctionTool[] {
  return tools.map(({ name, description, input }) => ({
    type: 'function',
    function: { name, description, parameters: { ...input } },
  }));
}

/**
 * The same messages for a server without tools: the first message of the user ends with what the tools are, calls are JSON
 * of the form of `callSchema`, and results are messages of the user. Roles take turns, as some servers require.
 */
export function plainMessages(messages: readonly ModelMessage[], tools: readonly ToolOffer[]): Message[] {
  const plain: { role: 'system' | 'user' | 'assistant'; content: string }[] = [];
  let isFirst = true;
  for (const message of messages) {
    const role = message.role === 'tool' ? 'user' : message.role;
    const text = message.role === 'assistant' ? callText(message.calls) || message.content : message.content;
    const content = role === 'user' && isFirst ? `${text}\n\n${manual(tools)}` : text;
    if (role === 'user') isFirst = false;
    const last = plain.at(-1);
    if (last?.role === role) last.content += `\n\n${content}`;
    else plain.push({ role, content });
  }
  return plain;
}

/** The JSON Schema of a call as text. */
export function callSchema(tools: readonly ToolOffer[]): Readonly<Record<string, unknown>> {
  const properties = { tool: { enum: tools.map(({ name }) => name) }, input: { type: 'object' } };
  return { type: 'object', properties, required: ['tool', 'input'] };
}

function manual(tools: readonly ToolOffer[]): string {
  return [
    'Call one tool in each answer. Answer with JSON alone: {"tool": its name, "input": an object that fits its JSON Schema}. The tools:',
    ...tools.map(({ name, description, input }) => `${name}: ${description} Input: ${JSON.stringify(input)}`),
  ].join('\n');
}

/** A model of this kind makes one call in an answer; a conversation that another server began may have more. */
function callText(calls: readonly ToolCall[] = []): string {
  return calls.map(({ name, input = {} }) => JSON.stringify({ tool: name, input })).join('\n');
}
