import type { Clock } from '@trawl/base/clock';
import { hostOf, isLoopback } from '@trawl/base/loopback';
import type { TeamTokens } from '../accounts/team-tokens.js';
import type { Settings } from '../settings/settings.js';
import type { Stores } from '../store/stores.js';
import { createAnswerCache } from './answer-cache.js';
import { createOpenChat, type OpenChat } from './budgeted-chat.js';
import { ChatClient, type ObserveModelCall } from './chat-client.js';
import { createJsonCheck, type JsonCheck } from './json-check.js';
import { type AnswerTask, createAnswerTask } from './model-task.js';
import { MODEL_USES } from './model-uses.js';
import { PageModel } from './page-model.js';
import { createTeamModel } from './team-model.js';
import { createTokenBudget } from './token-budget.js';

export type { ObserveModelCall };

/** The model for tasks that are more than a page. */
export interface ModelAccess {
  readonly openChat: OpenChat;
  readonly check: JsonCheck['check'];
  /** Whether the model is on this machine. */
  readonly isLocal: boolean;
}

/** What the server says of its model. The address may be internal, and is not shown to callers. */
export interface ModelCapabilities {
  /** Whether it has a language model. */
  readonly model: boolean;
  /** The name of the model. */
  readonly modelUsed?: string;
  /** What the model is used for. */
  readonly modelUsedFor?: readonly string[];
}

export interface ModelParts {
  /** It is undefined on a server without a language model. */
  readonly pages: PageModel | undefined;
  readonly access: ModelAccess | undefined;
  readonly answerTask: AnswerTask | undefined;
  readonly tokens: TeamTokens | undefined;
  readonly capabilities: ModelCapabilities;
  close(): Promise<void>;
}

export interface ModelDependencies {
  readonly settings: Pick<Settings, 'modelUrl' | 'modelName' | 'modelKey' | 'modelTokens'>;
  readonly stores: Pick<Stores, 'answers' | 'tokens'>;
  readonly clock: Clock;
  readonly log: (line: string) => void;
  /** Is told of each call of the model. */
  readonly observe?: ObserveModelCall | undefined;
}

/** The model of the settings. It is not called before a page needs it. */
export function openModel({ settings, stores, clock, log, observe }: ModelDependencies): ModelParts {
  const { modelUrl: url, modelName: name, modelKey: key, modelTokens } = settings;
  const budget = createTokenBudget(stores, clock, modelTokens);
  const answers = createAnswerCache(stores);
  if (url === undefined || name === undefined) {
    const none = { pages: undefined, access: undefined, answerTask: undefined, tokens: undefined };
    return { ...none, capabilities: { model: false }, close: async () => {} };
  }
  const checker = createJsonCheck();
  const client = new ChatClient({ url, name, key, clock, observe });
  const openChat = createOpenChat(client, budget);
  const isLocal = isLoopback(hostOf(url));
  const model = createTeamModel({ name, isLocal, openChat, answers, clock, log });
  return {
    pages: new PageModel({ model, checker }),
    access: { openChat, check: checker.check, isLocal },
    answerTask: createAnswerTask(model, checker),
    tokens: budget,
    capabilities: { model: true, modelUsed: name, modelUsedFor: MODEL_USES },
    close: () => checker.close(),
  };
}
