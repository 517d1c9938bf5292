import type { RenderedFile } from '@trawl/browser/capture';
import { CommandError } from '@trawl/browser/command-line';
import { runCommands } from '@trawl/browser/page-commands';
import type { CodeOutcome } from '@trawl/browser/sandbox/code-runner';
import type { Session } from './session.js';

export interface CommandCall {
  /** Commands of `agent-browser`, one a line. */
  readonly text: string;
  /** Milliseconds after which the commands are stopped. */
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
  /** Stores a picture or a PDF, and resolves to its URL. */
  link(file: RenderedFile, page: string): Promise<string>;
}

/**
 * Carries out commands on the pages of a session. It runs no code outside of them. Resolves however the commands end; throws
 * the documented `Refusal` when the session has ended or is in use.
 */
export async function runCommandLine(session: Pick<Session, 'use'>, call: CommandCall): Promise<CodeOutcome> {
  const { text, timeoutMs, signal, link } = call;
  let stdout = '';
  const failureOf = (message: string, exitCode: number | undefined): CodeOutcome => ({
    stdout,
    stderr: `${message}\n`,
    result: undefined,
    exitCode,
    killed: exitCode === undefined,
  });
  return session.use(signal, async (context, sessionSignal) => {
    const timeout = AbortSignal.timeout(timeoutMs);
    const scene = { context, link, signal: AbortSignal.any([sessionSignal, timeout]) };
    try {
      await runCommands(text, scene, (output) => {
        stdout += output;
      });
      return { stdout, stderr: '', result: undefined, exitCode: 0, killed: false };
    } catch (error) {
      sessionSignal.throwIfAborted();
      if (error instanceof CommandError) return failureOf(error.message, error.exitCode);
      if (timeout.aborted) return failureOf(`The commands took longer than ${timeoutMs} ms.`, undefined);
      throw error;
    }
  });
}
