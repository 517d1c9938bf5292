import type { Clock } from '@trawl/base/clock';
import { allowedSites } from '@trawl/browser/allowed-sites';
import type { ModelAccess } from '../model/open-model.js';
import { runPagePrompt } from './page-prompt.js';
import { openPageTools } from './page-tools.js';
import type { Session } from './session.js';

export interface PromptCall {
  readonly prompt: string;
  /** Milliseconds after which the prompt is stopped. */
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
}

export interface PromptOutcome {
  /** The answer of the model; undefined if it was stopped before it answered. */
  readonly output: string | undefined;
  /** The actions on the page, one line each, without the text that was written into fields. */
  readonly steps: string;
  /** Why the prompt was not fulfilled, as a sentence. */
  readonly problem: string | undefined;
  /** Whether the prompt was stopped at its timeout. */
  readonly killed: boolean;
}

/** Lets a language model use the pages of a session. */
export interface PromptRunner {
  /** Resolves however the model ends; throws the documented `Refusal` when the session has ended or is in use. */
  run(session: Pick<Session, 'use' | 'terms'>, call: PromptCall): Promise<PromptOutcome>;
}

export interface PromptRunnerDependencies {
  readonly model: Pick<ModelAccess, 'openChat' | 'check'>;
  readonly clock: Clock;
  readonly log: (line: string) => void;
}

/** The maximum number of answers that the model gives to one prompt. */
const MAX_STEPS = 25;

export function createPromptRunner({ model, clock, log }: PromptRunnerDependencies): PromptRunner {
  return {
    run(session, { prompt, timeoutMs, signal }) {
      const { team } = session.terms;
      return session.use(signal, async (context, sessionSignal) => {
        const sites = allowedSites([...context.pages().map((page) => page.url()), ...urlsIn(prompt)]);
        const actions: string[] = [];
        const tools = await openPageTools({ context, sites, onAction: (words) => actions.push(words) });
        try {
          const { output, problem, isLate } = await runPagePrompt({
            tools,
            prompt,
            timeoutMs,
            maxSteps: MAX_STEPS,
            signal: sessionSignal,
            clock,
            log,
            openChat: (call) => model.openChat({ team, ...call }),
            check: (work) => model.check(work, { team, job: 'sessions' }, sessionSignal),
          });
          return { output, steps: actions.map((words) => `${words}\n`).join(''), problem, killed: isLate };
        } finally {
          await tools.end();
        }
      });
    },
  };
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
