import type { BrowserContext } from 'playwright-core';
import { allowedSites } from '../browser/allowed-sites.js';
import type { Clock } from '../clock.js';
import { fenced } from '../model/fence.js';
import { ModelFailure } from '../model/model.js';
import type { ModelAccess } from '../model/open-model.js';
import { type LoopEnd, runToolLoop, type Tool, ToolError } from '../model/tool-loop.js';
import { openPageTools, type PageTools } from './page-tools.js';
import type { Session } from './session.js';

export interface PromptCall {
  readonly prompt: string;
  /** Milliseconds after which it is given up. */
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
}

export interface PromptOutcome {
  /** What the model answers; undefined if it was ended before. */
  readonly output: string | undefined;
  /** What was done with the page, one line for each action, without what was written into fields. */
  readonly steps: string;
  /** Why the prompt was not fulfilled, as a sentence. */
  readonly problem: string | undefined;
  /** Whether it was ended at its timeout. */
  readonly killed: boolean;
}

/** Lets a language model use the pages of a session. */
export interface PromptRunner {
  /** Resolves however the model ends; throws the documented `Refusal` when the session has ended or is in use. */
  run(session: Pick<Session, 'use' | 'terms'>, call: PromptCall): Promise<PromptOutcome>;
}

export interface PromptRunnerDependencies {
  readonly model: Pick<ModelAccess, 'openAsker' | 'check'>;
  readonly clock: Clock;
  readonly log: (line: string) => void;
}

/** Answers of the model to one prompt. */
const MAX_STEPS = 25;

export function createPromptRunner({ model, clock, log }: PromptRunnerDependencies): PromptRunner {
  /** Asks the model until it is done. */
  async function askWith(tools: PageTools, { team, prompt, timeoutMs, signal }: Asked): Promise<LoopEnd> {
    const until = clock.now() + timeoutMs;
    const { askWithTools } = model.openAsker({ team, until, signal });
    return runToolLoop({
      ...{ askWithTools, clock, until, signal, maxSteps: MAX_STEPS },
      check: (work) => model.check(work, team, signal),
      task: taskFor(prompt, await firstView(tools, signal)),
      tools: [...tools.tools, FINISH],
    });
  }

  async function use(context: BrowserContext, asked: Asked, done: string[]): Promise<Ending> {
    const sites = allowedSites([...context.pages().map((page) => page.url()), ...urlsIn(asked.prompt)]);
    const tools = await openPageTools({ context, sites, onAction: (words) => done.push(words) });
    try {
      return endingOf(await askWith(tools, asked));
    } catch (error) {
      if (!(error instanceof ModelFailure)) throw error;
      log(`The language model did not do a prompt: ${error.logged}.`);
      return { problem: `The prompt was not done: ${error.message}.` };
    } finally {
      await tools.end();
    }
  }

  return {
    run(session, { prompt, timeoutMs, signal }) {
      const { team } = session.terms;
      return session.use(signal, async (context, within) => {
        const timeout = AbortSignal.timeout(timeoutMs);
        const done: string[] = [];
        const asked = { team, prompt, timeoutMs, signal: AbortSignal.any([within, timeout]) };
        const ending = await use(context, asked, done).catch((error: unknown): Ending => {
          if (!timeout.aborted || within.aborted) throw error;
          return { isLate: true };
        });
        const late = ending.isLate ? `The prompt took longer than ${timeoutMs} ms.` : undefined;
        return {
          output: ending.output,
          steps: done.map((words) => `${words}\n`).join(''),
          problem: ending.problem ?? late,
          killed: late !== undefined,
        };
      });
    },
  };
}

interface Asked extends PromptCall {
  readonly team: string;
}

interface Ending {
  readonly output?: string;
  readonly problem?: string;
  readonly isLate?: boolean;
}

/** How the model ends the loop by itself. */
const FINISH: Tool = {
  name: 'finish',
  description: 'Ends the task with the answer for the user. `done` is false where the task cannot be done.',
  input: {
    type: 'object',
    properties: { answer: { type: 'string', minLength: 1, maxLength: 20_000 }, done: { type: 'boolean' } },
    required: ['answer', 'done'],
    additionalProperties: false,
  },
  isFinal: true,
  run: async () => 'Finished.',
};

function taskFor(prompt: string, view: string): string {
  return [
    `Task: do this in a web browser, and answer the user with the tool \`finish\`. ${prompt}`,
    'Use one tool at a time. Each one shows the page as it is afterwards. Elements that can be used end with a ref in brackets.',
    fenced('the page that is open', view),
  ].join('\n\n');
}

/** A page that cannot be read now may be left. */
function firstView(tools: PageTools, signal: AbortSignal): Promise<string> {
  return tools.look(signal).catch((error: unknown) => {
    if (error instanceof ToolError) return error.message;
    throw error;
  });
}

function endingOf(end: LoopEnd): Ending {
  switch (end.kind) {
    case 'done': {
      const { answer, done } = end.final.input;
      const output = String(answer);
      return done === true ? { output } : { output, problem: 'The model could not do this. `output` says why.' };
    }
    case 'stuck':
      return { problem: 'The model is stuck: it has done the same three times, and nothing changed.' };
    case 'out of steps':
      return { problem: `The model did not finish in ${MAX_STEPS} steps. Ask for less at once.` };
    case 'out of time':
      return { isLate: true };
    case 'out of budget':
      return { problem: `The prompt was ended: ${end.why}.` };
  }
}

/** The addresses that a prompt names, also without a scheme. */
function urlsIn(prompt: string): string[] {
  const words = prompt.match(/[^\s"'`<>()[\]{},;]+/g) ?? [];
  return words.flatMap((word) => {
    const address = word.replace(/[.:!?]+$/, '');
    if (/^https?:\/\//i.test(address)) return [address];
    return /^(?:[a-z\d-]+\.)+[a-z]{2,}(?::\d+)?(?:\/|$)/i.test(address) ? [`https://${address}`] : [];
  });
}
