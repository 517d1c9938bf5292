import type { Trawl } from '@trawl/sdk';
import * as z from 'zod';
import type { InputFields } from './input-fields.js';
import type { PageStore } from './pages/page-store.js';
import type { ResultText } from './pages/result-text.js';
import type { Policy } from './policy.js';
import type { Need } from './service-abilities.js';

/** What a tool can use during a call. */
export interface ToolContext {
  readonly trawl: Trawl;
  /** What the developer decided, and the model cannot change. */
  readonly policy: Policy;
  /** The pages that this session has read. */
  readonly pages: PageStore;
  /** Aborted when the client cancels the call. */
  readonly signal?: AbortSignal | undefined;
  /** Reports the progress of the call to the client. */
  readonly onProgress?: ((progress: number, total: number | undefined, message: string) => void) | undefined;
}

/** What a tool is, apart from its input. */
interface ToolFacts {
  readonly name: string;
  /** The title that people see. */
  readonly title: string;
  /** The description that the model reads: when to use the tool, and what it returns. */
  readonly description: string;
  /** Whether it leaves everything as it is. */
  readonly isReadOnly: boolean;
  /** Whether it reaches the web, and not only what this session or the service has. */
  readonly isOpenWorld: boolean;
  /** Whether every session has it. The others are asked for. */
  readonly isDefault: boolean;
  /** What the service must have for it. Default: nothing beside what every service has. */
  readonly needs?: readonly Need[];
}

/** A tool for a language model: how it is described, what it takes, and what it does. */
export interface Tool extends ToolFacts {
  readonly input: z.ZodObject;
  /** Returns the text for the model. Throws errors of the SDK, and `ToolError`. */
  readonly run: (input: never, context: ToolContext) => Promise<ResultText>;
}

/** Defines a tool. The input of `run` has the types and the defaults of its fields. */
export function defineTool<Fields extends InputFields>(
  tool: ToolFacts & {
    readonly input: Fields;
    readonly run: (input: z.output<z.ZodObject<Fields>>, context: ToolContext) => Promise<ResultText>;
  },
): Tool {
  return { ...tool, input: z.strictObject(tool.input) };
}
