/** One message of a conversation with a model. */
export interface ModelMessage {
  readonly role: 'system' | 'user' | 'assistant';
  readonly content: string;
}

export interface ModelRequest {
  readonly team: string;
  readonly messages: readonly ModelMessage[];
  /** The JSON Schema that the answer has, or `true` for any JSON. Servers that cannot promise it are asked without. */
  readonly json?: Readonly<Record<string, unknown>> | true;
  /** When the answer is of no use any more, in milliseconds since 1970. */
  readonly until: number;
  readonly signal: AbortSignal;
}

/**
 * Why a model gave no answer. The message is a clause for a warning: it names neither the address of the model nor its key,
 * and repeats nothing that the model's server has written, which may hold both.
 */
export class ModelFailure extends Error {
  override readonly name = 'ModelFailure';
}
