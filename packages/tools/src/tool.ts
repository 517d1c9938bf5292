import type { Trawl } from '@trawl/sdk';
import type { PageStore } from './pages/page-store.js';
import type { Policy } from './policy.js';
import type { Need } from './service-abilities.js';

/** One field of the input of a tool, named as in the requests of the API where it is the same. */
export type InputField = { readonly description: string; readonly isRequired?: true } & (
  | { readonly type: 'string'; readonly enum?: readonly string[] }
  | { readonly type: 'integer'; readonly minimum: number; readonly maximum: number }
  | { readonly type: 'boolean' }
  | { readonly type: 'array'; readonly items: { readonly type: 'string' } }
);

/** What a call of a tool has at hand. */
export interface ToolContext {
  readonly trawl: Trawl;
  /** What the developer decided, and the model cannot change. */
  readonly policy: Policy;
  /** The pages that this session has read. */
  readonly pages: PageStore;
  /** Aborted when the client cancels the call. */
  readonly signal?: AbortSignal | undefined;
  /** Tells the client how far the call is. */
  readonly onProgress?: ((done: number, total: number | undefined, message: string) => void) | undefined;
}

/** A tool for a language model: how it is described, what it takes, and what it does. */
export interface Tool {
  readonly name: string;
  /** For people. */
  readonly title: string;
  /** For the model: when to use it, and what comes back. */
  readonly description: string;
  readonly input: Readonly<Record<string, InputField>>;
  /** Whether it leaves everything as it is. */
  readonly isReadOnly: boolean;
  /** Whether it reaches the web, and not only what this session or the service has. */
  readonly isOpenWorld: boolean;
  /** Whether every session has it. The others are asked for. */
  readonly isDefault: boolean;
  /** What the service must have for it. Default: nothing beside what every service has. */
  readonly needs?: readonly Need[];
  /** Returns the text for the model. Throws errors of the SDK, and `ToolError`. */
  readonly run: (input: ToolInput, context: ToolContext) => Promise<string>;
}

/** The input after it was checked against its fields. */
export type ToolInput = Readonly<Record<string, string | number | boolean | readonly string[] | undefined>>;
