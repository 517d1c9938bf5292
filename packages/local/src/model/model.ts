/** One message of a conversation with a model. It is plain JSON. */
export type ModelMessage =
  | { readonly role: 'system' | 'user'; readonly content: string }
  | { readonly role: 'assistant'; readonly content: string; readonly calls?: readonly ToolCall[] }
  /** The result of the call with this id. */
  | { readonly role: 'tool'; readonly content: string; readonly call: string };

/** A tool as the model sees it. */
export interface ToolOffer {
  readonly name: string;
  readonly description: string;
  /** The JSON Schema of an object. */
  readonly input: Readonly<Record<string, unknown>>;
}

/** A call that a model wants to make. It may name a tool that was not offered. */
export interface WantedCall {
  readonly name: string;
  /** It is undefined if the model sent no JSON object. */
  readonly input?: Readonly<Record<string, unknown>> | undefined;
}

export interface ToolCall extends WantedCall {
  /** The id is unique within its conversation. */
  readonly id: string;
}

export interface ModelRequest {
  readonly team: string;
  readonly messages: readonly ModelMessage[];
  /** The tools that the answer may call; without `json`. */
  readonly tools?: readonly ToolOffer[];
  /** The JSON Schema that the answer has, or `true` for any JSON. Servers that cannot promise it are asked without. */
  readonly json?: Readonly<Record<string, unknown>> | true;
  /** When the answer is of no use any more, in milliseconds since 1970. */
  readonly deadline: number;
  readonly signal: AbortSignal;
}

/**
 * Why a model gave no answer. The message is a clause for a warning: it names neither the address of the model nor its key,
 * and repeats nothing that the model's server has written, which may hold both.
 */
export class ModelFailure extends Error {
  override readonly name = 'ModelFailure';
  /** The failure in words of this service alone, for the log: the message may hold names of a caller and of a page. */
  readonly logMessage: string;

  constructor(
    message: string,
    { logMessage = message, ...options }: ErrorOptions & { readonly logMessage?: string } = {},
  ) {
    super(message, options);
    this.logMessage = logMessage;
  }
}

/** A `ModelFailure` because what a team may use is used up. */
export class OutOfBudget extends ModelFailure {}

/** A `ModelFailure` because the time of the call is over. */
export class OutOfTime extends ModelFailure {}
