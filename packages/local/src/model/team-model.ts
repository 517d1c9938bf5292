import type { Clock } from '@trawl/base/clock';
import type { AnswerCache } from './answer-cache.js';
import type { OpenChat } from './budgeted-chat.js';
import type { Ask } from './conversation.js';
import { ModelFailure, type ModelRequest } from './model.js';

/** The team that asks a model, and the time for it. */
export interface ModelCall extends Pick<ModelRequest, 'team' | 'deadline' | 'signal'> {
  /** Whether the answer may be kept for the next call. */
  readonly isStored: boolean;
  /** Whether the model is asked although its answer is known. */
  readonly asksAgain?: boolean | undefined;
  /** Whether no other machine may be asked. */
  readonly isLocked?: boolean | undefined;
}

export interface ModelWork {
  /** What the answer is for, in words for the log. */
  readonly use: string;
  /** The values that the answer depends on. */
  readonly question: unknown;
  /** Throws a `ModelFailure` when the model gives nothing of use. */
  make(ask: Ask): Promise<unknown>;
}

/** One model for many teams: it keeps what was answered, and logs what was not. */
export interface TeamModel {
  /** Throws a `ModelFailure`, or the reason of the signal. */
  answer(call: ModelCall, work: ModelWork): Promise<unknown>;
}

export interface TeamModelDependencies {
  /** The model's name, because another model answers otherwise. */
  readonly name: string;
  /** Whether it is on this machine. */
  readonly isLocal: boolean;
  readonly openChat: OpenChat;
  readonly answers: AnswerCache;
  readonly clock: Clock;
  readonly log: (line: string) => void;
}

/** Milliseconds between two equal lines of the log: a job may ask for a thousand pages while the model is away. */
const LOG_INTERVAL_MS = 60_000;

export function createTeamModel({ name, isLocal, openChat, answers, clock, log }: TeamModelDependencies): TeamModel {
  let last = { line: '', at: 0 };

  function logFailure(line: string): void {
    const now = clock.now();
    if (line === last.line && now - last.at < LOG_INTERVAL_MS) return;
    last = { line, at: now };
    log(line);
  }

  return {
    async answer(call, { use, question, make }) {
      const { team, deadline, signal, isStored, asksAgain, isLocked } = call;
      const key = [name, use, question];
      const storedAnswer = isStored && !asksAgain ? await answers.get(team, key) : undefined;
      if (storedAnswer) return storedAnswer.value;
      if (isLocked && !isLocal) {
        throw new ModelFailure('the model is on another machine, and `lockdown` allows no call to it');
      }
      try {
        const value = await make(openChat({ team, deadline, signal }).ask);
        if (isStored) await answers.set(team, key, value);
        return value;
      } catch (error) {
        if (error instanceof ModelFailure) logFailure(`The language model made no ${use}: ${error.logMessage}.`);
        throw error;
      }
    },
  };
}
