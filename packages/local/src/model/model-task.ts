import { Conversation, type Repairs, sayForJson } from './conversation.js';
import { fenced } from './fence.js';
import { errorsOf, type JsonCheck } from './json-check.js';
import type { ModelCall, TeamModel } from './team-model.js';
import { untilValid } from './valid-value.js';

/** A question whose answer is JSON. */
export interface ModelTask {
  /** What the answer is for, in words for the log. */
  readonly use: string;
  /** The task, in words of this service and of its caller. */
  readonly task: string;
  /** What strangers have written, by name: the model gets it as data. */
  readonly data?: Readonly<Record<string, string>>;
  readonly schema: Readonly<Record<string, unknown>>;
  /** What is wrong with a value that fits the schema, in words for the model. */
  faultOf?(value: unknown): string | undefined;
}

/** Answers questions with JSON that fits a schema, mended once; throws a `ModelFailure`. */
export type AnswerTask = (call: ModelCall, task: ModelTask) => Promise<unknown>;

export function createAnswerTask(model: TeamModel, { check }: Pick<JsonCheck, 'check'>): AnswerTask {
  return (call, { use, task, data = {}, schema, faultOf }) => {
    const fences = Object.entries(data).map(([name, text]) => fenced(name, text));
    const shape = `Answer with JSON alone. It must fit this JSON Schema:\n${JSON.stringify(schema)}`;
    const request = [`Task: ${task}`, shape, ...fences].join('\n\n');
    return model.answer(call, {
      use,
      question: request,
      async make(ask) {
        const repairs: Repairs = { remainingAttempts: 1 };
        const conversation = new Conversation(ask, schema);
        const answer = await sayForJson(conversation, request, repairs);
        const errorsIn = async (value: unknown) =>
          errorsOf(await check({ schema, value }, { team: call.team, job: 'pages' }, call.signal)) ?? faultOf?.(value);
        return untilValid(conversation, answer, { schema, errorsOf: errorsIn }, repairs);
      },
    });
  };
}
