import type { Clock } from '@trawl/base/clock';
import type { SupportAnswer } from '@trawl/client';
import { isObject } from '../base/is-object.js';
import { answerSchema } from '../model/contract-answer.js';
import { ModelFailure } from '../model/model.js';
import type { AnswerTask, ModelTask } from '../model/model-task.js';
import { fixableOptions } from '../options/scrape-options.js';
import { type CallMemory, callInQuestion, isFailure, type RememberedExchange } from './call-memory.js';
import { factsOf } from './facts.js';
import { onlyFixable, type TrialResult, type TryFix } from './fix-trial.js';
import type { Support } from './support.js';

export interface SupportCall {
  readonly team: string;
  readonly question: string;
  /** The other fields of the body. */
  readonly fields: Readonly<Record<string, unknown>>;
  readonly signal: AbortSignal;
}

export type AskSupport = (call: SupportCall) => Promise<SupportAnswer>;

export interface ReasonedSupportDependencies {
  /** Answers from the reference alone. */
  readonly support: Support;
  readonly answerTask: AnswerTask;
  readonly memory: CallMemory;
  readonly tryFix: TryFix;
  readonly clock: Clock;
}

/** Milliseconds that a model may take. */
const MAX_WAIT_MS = 60_000;

/** Characters of the fields of a question, and of each body of the failed call, that the model gets. */
const MAX_CHARACTERS = 6_000;

/** The answer of the model. */
interface Diagnosis {
  readonly answer: string;
  readonly confidence: 'high' | 'medium' | 'low';
  readonly parameters: Readonly<Record<string, unknown>>;
}

/**
 * Answers with a language model, which gets the failed call of the same team and passages of the reference. The answer
 * contains parameters only when the call has succeeded with them. When the model fails, the answer comes from the reference
 * alone.
 */
export function createReasonedSupport(dependencies: ReasonedSupportDependencies): AskSupport {
  const { support, answerTask, memory, tryFix, clock } = dependencies;

  return async ({ team, question, fields, signal }) => {
    const { code, status } = factsOf(question, fields);
    const words = `${question}\n${JSON.stringify(fields)}`;
    const failedCall = callInQuestion(memory, { team, words, code, status });
    const { request } = failedCall ?? {};
    const refusal = refusalIn(failedCall);
    const plain = await support.ask(`${question} ${JSON.stringify(refusal)}`, { ...refusal, request, ...fields });
    try {
      const call = { team, signal, deadline: clock.now() + MAX_WAIT_MS, isStored: false };
      // The answer has been validated.
      const diagnosis = (await answerTask(
        call,
        taskOf({ question, fields, failed: failedCall, reference: plain }),
      )) as Diagnosis;
      const { answer, confidence, parameters } = diagnosis;
      const isChosen = Object.keys(parameters).length > 0;
      const fix = onlyFixable(isChosen ? parameters : (plain.fixParameters ?? {}));
      const trial = await trialOf(failedCall, { team, fix, signal });
      return {
        answer,
        confidence,
        fixParameters: trial.helped ? fix : null,
        validation: { ...trial },
      };
    } catch (error) {
      if (!(error instanceof ModelFailure)) throw error;
      return support.ask(question, fields);
    }
  };

  async function trialOf(
    failedCall: RememberedExchange | undefined,
    { team, fix, signal }: { team: string; fix: Record<string, unknown>; signal: AbortSignal },
  ): Promise<TrialResult> {
    const withoutTrial = (detail: string) => ({ tested: false, helped: false, detail });
    if (Object.keys(fix).length === 0) return withoutTrial('There are no parameters to try.');
    if (!failedCall || !isFailure(failedCall))
      return withoutTrial('No failed call of your team is known that this is about.');
    if (failedCall.operation !== 'scrapePage') return withoutTrial('Only scrapes are tried again.');
    return tryFix({ team, body: memory.sentBody(failedCall.number), fix, signal });
  }
}

interface Evidence extends Pick<SupportCall, 'question' | 'fields'> {
  readonly failed: RememberedExchange | undefined;
  readonly reference: SupportAnswer;
}

function taskOf({ question, fields, failed, reference }: Evidence): ModelTask {
  const task = [
    'say why a call of a web scraping API failed, and what to do. Use the data: what the server remembers of the call, what the caller has sent, and the reference of the API. Say what you do not know.',
    '`parameters` are the options of the scrape to send instead, and {} where none helps.',
    `The question: ${question}`,
  ];
  return {
    use: 'support answer',
    task: task.join('\n'),
    schema: diagnosisSchema(),
    data: {
      'the failed call': failed ? evidenceOf(failed) : 'The server remembers no such call.',
      'fields of the question': JSON.stringify(fields).slice(0, MAX_CHARACTERS),
      'the reference': reference.answer ?? '',
    },
  };
}

/** What a call was refused with; nothing of one that succeeded, or whose bodies are no longer kept. */
function refusalIn({ status = 0, response }: Partial<RememberedExchange> = {}): Readonly<Record<string, unknown>> {
  return status >= 400 && isObject(response) ? response : {};
}

function evidenceOf({ method, path, status, failed, request, response }: RememberedExchange): string {
  const body = (value: unknown) => (JSON.stringify(value) ?? 'not kept').slice(0, MAX_CHARACTERS);
  return [
    `${method} ${path} was answered with status ${status ?? 'none'}`,
    ...(failed === undefined ? [] : [`failed: ${failed}`]),
    `request: ${body(request)}`,
    `response: ${body(response)}`,
  ].join('\n');
}

function diagnosisSchema(): ModelTask['schema'] {
  const { properties } = answerSchema('ScrapeOptions');
  const fixable = Object.entries(properties).filter(([name]) => fixableOptions.has(name));
  return {
    type: 'object',
    properties: {
      answer: { type: 'string', minLength: 1, maxLength: 4_000 },
      confidence: { enum: ['high', 'medium', 'low'] },
      parameters: { type: 'object', properties: Object.fromEntries(fixable), additionalProperties: false },
    },
    required: ['answer', 'confidence', 'parameters'],
    additionalProperties: false,
  };
}
