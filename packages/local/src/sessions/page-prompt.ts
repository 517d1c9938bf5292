import type { Clock } from '@trawl/base/clock';
import type { BudgetedChat, ChatScope } from '../model/budgeted-chat.js';
import { fenced } from '../model/fence.js';
import type { Check } from '../model/json-answer.js';
import { ModelFailure } from '../model/model.js';
import { inputOf, type LoopEnd, runToolLoop, type Tool, ToolError } from '../model/tool-loop.js';
import type { PageTools } from './page-tools.js';

export interface PagePrompt {
  readonly tools: PageTools;
  readonly prompt: string;
  /** The maximum number of answers of the model. */
  readonly maxSteps: number;
  /** Milliseconds after which the prompt is stopped. */
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
  readonly openChat: (call: Pick<ChatScope, 'deadline' | 'signal'>) => Pick<BudgetedChat, 'askWithTools'>;
  readonly check: Check;
  readonly clock: Clock;
  readonly log: (line: string) => void;
}

export interface PagePromptEnd {
  /** The answer of the model; undefined if it was stopped before it answered. */
  readonly output?: string;
  /** Why the prompt was not fulfilled, as a sentence. */
  readonly problem?: string;
  readonly isLate: boolean;
}

/** Has a model do with a page what the prompt asks. Throws the reason of the signal, or what a tool throws. */
export async function runPagePrompt(pagePrompt: PagePrompt): Promise<PagePromptEnd> {
  const { timeoutMs, signal, log } = pagePrompt;
  const timeout = AbortSignal.timeout(timeoutMs);
  const late = { problem: `The prompt took longer than ${timeoutMs} ms.`, isLate: true };
  try {
    const end = await loop({ ...pagePrompt, signal: AbortSignal.any([signal, timeout]) });
    return end.kind === 'out of time' ? late : { ...endingOf(end, pagePrompt.maxSteps), isLate: false };
  } catch (error) {
    if (timeout.aborted && !signal.aborted) return late;
    if (!(error instanceof ModelFailure)) throw error;
    log(`The language model did not do a prompt: ${error.logMessage}.`);
    return { problem: `The prompt was not done: ${error.message}.`, isLate: false };
  }
}

/** Asks the model until it is done. */
async function loop({ tools, prompt, timeoutMs, signal, openChat, ...rest }: PagePrompt): Promise<LoopEnd> {
  const { check, clock, maxSteps } = rest;
  const endsAt = clock.now() + timeoutMs;
  const { askWithTools } = openChat({ deadline: endsAt, signal });
  return runToolLoop({
    askWithTools,
    check,
    clock,
    deadline: endsAt,
    signal,
    maxSteps,
    task: taskFor(prompt, await firstView(tools, signal)),
    tools: [...tools.tools, FINISH],
  });
}

/** The tool with which the model ends the loop. */
const FINISH: Tool = {
  name: 'finish',
  description: 'Ends the task with the answer for the user. `done` is false where the task cannot be done.',
  input: inputOf({ answer: { type: 'string', minLength: 1, maxLength: 20_000 }, done: { type: 'boolean' } }, [
    'answer',
    'done',
  ]),
  isFinal: true,
  formOf: (input) => ({ done: true, ...input }),
  inputOfWords: async (answer) => ({ answer }),
  run: async () => 'Finished.',
};

function taskFor(prompt: string, view: string): string {
  return [
    `Task: do this in a web browser, and answer the user with the tool \`finish\`. ${prompt}`,
    'Use one tool at a time. Each one shows the page as it is afterwards. Elements that can be used end with a ref in brackets.',
    fenced('the page that is open', view),
  ].join('\n\n');
}

/** The model may leave a page that cannot be read now. */
function firstView(tools: PageTools, signal: AbortSignal): Promise<string> {
  return tools.look(signal).catch((error: unknown) => {
    if (error instanceof ToolError) return error.message;
    throw error;
  });
}

function endingOf(end: Exclude<LoopEnd, { kind: 'out of time' }>, maxSteps: number): Omit<PagePromptEnd, 'isLate'> {
  switch (end.kind) {
    case 'done': {
      const { answer, done } = end.final.input;
      const output = String(answer);
      return done === true ? { output } : { output, problem: 'The model could not do this. `output` says why.' };
    }
    case 'stuck':
      return { problem: 'The model is stuck: it has done the same three times, and nothing changed.' };
    case 'out of steps':
      return { problem: `The model did not finish in ${maxSteps} steps. Ask for less at once.` };
    case 'out of budget':
      return { problem: `The prompt was ended: ${end.why}.` };
  }
}
