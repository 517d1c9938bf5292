import type { Clock } from '@trawl/base/clock';
import type { AllowedSites } from '@trawl/browser/allowed-sites';
import type { ThreatProtectionOverride } from '@trawl/client';
import { ToolError } from '../model/tool-loop.js';
import { type PagePrompt, runPagePrompt } from '../sessions/page-prompt.js';
import { openPageTools } from '../sessions/page-tools.js';
import type { Sessions } from '../sessions/sessions.js';

export interface InteractionCall {
  /** The URL to open; it is one of `sites`, and so is what it redirects to. */
  readonly url: string;
  /** What to do, in words of the model. */
  readonly task: string;
  readonly sites: AllowedSites;
  readonly team: string;
  readonly threatProtection: ThreatProtectionOverride | undefined;
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
  /** Called when the page is open. */
  onOpen(): void;
}

export interface Interaction {
  readonly answer: string;
  /** The URL of the page afterwards. */
  readonly final: string;
  /** What the page shows afterwards. */
  readonly view: string;
}

/** Does a task with a page in the browser; throws a `ToolError`, a `Refusal`, or the reason of the signal. */
export type Interact = (call: InteractionCall) => Promise<Interaction>;

export interface InteractDependencies extends Pick<PagePrompt, 'openChat' | 'check'> {
  readonly sessions: Pick<Sessions, 'usePage'>;
  readonly clock: Clock;
  /** When the work of the model must be done, in milliseconds since 1970. */
  readonly deadline: number;
  readonly log: (line: string) => void;
}

/** The maximum number of answers that the model gives to one task. */
const MAX_STEPS = 12;

export function createInteract({ sessions, deadline, ...model }: InteractDependencies): Interact {
  return ({ url, task, sites, team, threatProtection, timeoutMs, signal, onOpen }) =>
    sessions.usePage({
      team,
      threatProtection,
      signal,
      async work(context, within) {
        onOpen();
        const tools = await openPageTools({ context, sites, onAction() {} });
        await tools.open(url, within);
        const { output, problem } = await runPagePrompt({
          ...model,
          tools,
          prompt: task,
          maxSteps: MAX_STEPS,
          signal: within,
          timeoutMs: Math.max(Math.min(timeoutMs, deadline - model.clock.now()), 1),
        });
        if (problem !== undefined) throw new ToolError([problem, output].filter(Boolean).join(' '));
        return { answer: output ?? '', final: tools.address(), view: await tools.look(within) };
      },
    });
}
