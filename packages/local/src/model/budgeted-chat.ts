import type { ChatClient } from './chat-client.js';
import type { Ask } from './conversation.js';
import type { ModelMessage, ModelRequest, ToolOffer, WantedCall } from './model.js';
import type { TokenBudget } from './token-budget.js';

/** An answer that may call tools. */
export interface ToolAnswer {
  readonly text: string;
  readonly calls: readonly WantedCall[];
}

/** Asks a model that may call these tools. */
export type AskWithTools = (messages: readonly ModelMessage[], tools: readonly ToolOffer[]) => Promise<ToolAnswer>;

/**
 * Asks a model on behalf of a team, within its budget. Both methods throw a `ModelFailure`, or the reason of the
 * signal.
 */
export interface BudgetedChat {
  readonly ask: Ask;
  readonly askWithTools: AskWithTools;
}

export interface ChatScope extends Pick<ModelRequest, 'team' | 'deadline' | 'signal'> {
  /** Called with the tokens of each answer. */
  readonly onTokens?: (tokens: number) => void;
}

export type OpenChat = (call: ChatScope) => BudgetedChat;

export function createOpenChat(client: ChatClient, budget: TokenBudget): OpenChat {
  return ({ onTokens, ...call }) => {
    async function complete(request: Pick<ModelRequest, 'messages' | 'json' | 'tools'>) {
      await budget.requireTokens(call.team);
      const { tokens, ...answer } = await client.complete({ ...call, ...request });
      await budget.add(call.team, tokens);
      onTokens?.(tokens);
      return answer;
    }
    return {
      ask: async (messages, json) => (await complete({ messages, ...(json && { json }) })).text,
      askWithTools: (messages, tools) => complete({ messages, tools }),
    };
  };
}
