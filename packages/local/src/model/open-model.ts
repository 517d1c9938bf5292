import type { Clock } from '../clock.js';
import type { Settings } from '../options.js';
import type { Database } from '../store/database.js';
import type { TeamTokens } from '../team/team-tokens.js';
import { createAnswerCache } from './answer-cache.js';
import { createChatClient } from './chat-client.js';
import { createJsonCheck } from './json-check.js';
import { createPageModel, type PageModel } from './page-model.js';
import { createTokenBudget } from './token-budget.js';

export interface ModelParts {
  /** Undefined on a server without a language model. */
  readonly pages: PageModel | undefined;
  readonly tokens: TeamTokens | undefined;
  /** What the server says of its model. The address may be internal, and is not shown to callers. */
  readonly capabilities: { readonly model: boolean; readonly modelUsed?: string };
  close(): Promise<void>;
}

export interface ModelDependencies {
  readonly settings: Pick<Settings, 'modelUrl' | 'modelName' | 'modelKey' | 'modelTokens'>;
  readonly database: Database;
  readonly clock: Clock;
}

/** The model of the settings. It is not called before a page needs it. */
export function openModel({ settings, database, clock }: ModelDependencies): ModelParts {
  const { modelUrl: url, modelName: name, modelKey: key, modelTokens } = settings;
  // The tables exist without a model too, so that an export can be imported by any server.
  const budget = createTokenBudget(database, clock, modelTokens);
  const answers = createAnswerCache(database, clock);
  if (url === undefined || name === undefined) {
    return { pages: undefined, tokens: undefined, capabilities: { model: false }, close: async () => {} };
  }
  const checker = createJsonCheck();
  const client = createChatClient({ url, name, key, clock });
  return {
    pages: createPageModel({ client, url, name, budget, answers, checker }),
    tokens: budget,
    capabilities: { model: true, modelUsed: name },
    close: () => checker.close(),
  };
}
