import type { Clock } from '../clock.js';
import type { Settings } from '../options.js';
import type { Database } from '../store/database.js';
import type { TeamTokens } from '../team/team-tokens.js';
import { createAnswerCache } from './answer-cache.js';
import { createOpenAsker, type OpenAsker } from './asker.js';
import { createChatClient } from './chat-client.js';
import { createJsonCheck, type JsonCheck } from './json-check.js';
import { createPageModel, type PageModel } from './page-model.js';
import { createTokenBudget } from './token-budget.js';

/** The model for tasks that are more than a page. */
export interface ModelAccess {
  readonly openAsker: OpenAsker;
  readonly check: JsonCheck['check'];
  readonly name: string;
}

export interface ModelParts {
  /** Undefined on a server without a language model. */
  readonly pages: PageModel | undefined;
  readonly access: ModelAccess | undefined;
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
    return {
      pages: undefined,
      access: undefined,
      tokens: undefined,
      capabilities: { model: false },
      close: async () => {},
    };
  }
  const checker = createJsonCheck();
  const openAsker = createOpenAsker(createChatClient({ url, name, key, clock }), budget);
  return {
    pages: createPageModel({ openAsker, url, name, answers, checker }),
    access: { openAsker, check: checker.check, name },
    tokens: budget,
    capabilities: { model: true, modelUsed: name },
    close: () => checker.close(),
  };
}
