import { stripVTControlCharacters } from 'node:util';
import type { CodeResult } from '@trawl/client';
import type { CodeOutcome } from '../sandbox/code-runner.js';
import type { PromptOutcome } from '../sessions/prompt-runner.js';
import type { Access, Session } from '../sessions/session.js';
import { accessPath } from '../sessions/session-access.js';

/** The URLs of a session that lives. Each has a token, and ends with the session. */
export function sessionUrls(session: Session, baseUrl: string) {
  if (session.endedAt !== undefined) return {};
  const url = (access: Access) => baseUrl + accessPath(session, access);
  return {
    cdpUrl: url('cdp').replace(/^http/, 'ws'),
    ...(session.terms.streamWebView && { liveViewUrl: url('view'), interactiveLiveViewUrl: url('control') }),
  };
}

/** What code printed and returned. It is no refusal when the code fails. */
export function codeResult({ stdout, stderr, result, exitCode, killed }: CodeOutcome): CodeResult {
  const success = exitCode === 0 && !killed;
  return {
    success,
    stdout,
    result: result ?? null,
    stderr,
    exitCode: exitCode ?? null,
    killed,
    ...(!success && { error: lastMessage(stderr) ?? 'The code failed.' }),
  };
}

/** What a model did with a page and answers: each action is a line of `stdout`. */
export function promptResult({
  output,
  steps,
  problem,
  killed,
}: PromptOutcome): CodeResult & { output: string | null } {
  const success = problem === undefined;
  return {
    success,
    output: output ?? null,
    stdout: steps,
    result: null,
    stderr: success ? '' : `${problem}\n`,
    exitCode: killed ? null : success ? 0 : 1,
    killed,
    ...(!success && { error: problem }),
  };
}

/** The last line that says what failed, and not where: Playwright adds what it did to its errors, and the engine the stack. */
function lastMessage(stderr: string): string | undefined {
  const lines = stripVTControlCharacters(stderr).split('\n');
  return lines.findLast((line) => line.trim() !== '' && !/^\s+(?:at|-) |^Call log:$/.test(line));
}
