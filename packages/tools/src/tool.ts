import type { Trawl } from '@trawl/sdk';
import * as z from 'zod';
import type { CallTime } from './call-time.js';
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
  /** The time of the call. */
  readonly time: CallTime;
  /** Reports the progress of the call to the client. */
  readonly onProgress?: ((progress: number, total: number | undefined, message: string) => void) | undefined;
  /** Reports what became of a job whose id the client will not get. */
  readonly onLostJob?: ((message: string) => void) | undefined;
}

/** A picture for the model. */
export interface ToolImage {
  /** The bytes in Base64. */
  readonly data: string;
  readonly mediaType: string;
}

/** What a tool returns: a text, or a text and pictures. */
export type ToolOutput = ResultText | { readonly text: ResultText; readonly images: readonly ToolImage[] };

/** What a tool is, apart from its input. */
interface ToolFacts {
  readonly name: string;
  /** The title that people see. */
  readonly title: string;
  /** The description that the model reads: when to use the tool, and what it returns. Names of tools stand in braces. */
  readonly description: string;
  /** Whether it leaves everything as it is. */
  readonly isReadOnly: boolean;
  /** Whether it reaches the web, and not only what this session or the service has. */
  readonly isOpenWorld: boolean;
  /** Whether it is there by default. */
  readonly isDefault: boolean;
  /** The other tools that its results tell the model to call. */
  readonly leadsTo?: readonly string[];
  /** What the service must have for it. Default: nothing beside what every service has. */
  readonly needs?: readonly Need[];
}

/** A tool for a language model: how it is described, what it takes, and what it does. */
export interface Tool extends ToolFacts {
  readonly input: z.ZodObject;
  /** Returns what the model gets. Throws errors of the SDK, and `ToolError`. */
  readonly run: (input: never, context: ToolContext) => Promise<ToolOutput>;
}

/** Defines a tool. The input of `run` has the types and the defaults of its fields. */
export function defineTool<Fields extends InputFields>(
  tool: ToolFacts & {
    readonly input: Fields;
    readonly run: (input: z.output<z.ZodObject<Fields>>, context: ToolContext) => Promise<ToolOutput>;
  },
): Tool {
  return { ...tool, input: z.strictObject(tool.input) };
}
