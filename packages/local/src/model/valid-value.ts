import { type Conversation, type Repairs, sayForJson } from './conversation.js';
import { fenced } from './fence.js';
import { ModelFailure } from './model.js';
import { withNamedProperties } from './schema-properties.js';

export interface Rules {
  readonly schema?: Readonly<Record<string, unknown>> | undefined;
  /** What is wrong with a value, in words for the model; undefined when nothing is. */
  errorsOf(value: unknown): Promise<string | undefined>;
}

/**
 * Asks the model to correct its answer until it is valid or no repairs are left. Returns the value of the last answer
 * without properties that were not asked for. Throws a `ModelFailure`.
 */
export async function untilValid(
  conversation: Conversation,
  modelValue: unknown,
  { schema, errorsOf }: Rules,
  repairs: Repairs,
): Promise<unknown> {
  const value = withNamedProperties(schema, modelValue);
  const errors = await errorsOf(value);
  if (errors === undefined) return value;
  if (repairs.remainingAttempts === 0) {
    const logText = 'the value of the language model does not fit the schema';
    throw new ModelFailure(`${logText}: ${errors}`, { logMessage: logText });
  }
  repairs.remainingAttempts -= 1;
  conversation.replaceAnswer(JSON.stringify(value));
  const request = `Your value does not fit the schema. The errors are data too:\n${fenced('errors', errors)}\nReturn the whole value again, without these errors. Invent nothing.`;
  return untilValid(conversation, await sayForJson(conversation, request, repairs), { schema, errorsOf }, repairs);
}
