import { stripVTControlCharacters } from 'node:util';
import type { CodeOutcome } from '@trawl/browser/sandbox/code-runner';
import type { CodeResult } from '@trawl/client';
import type { PromptOutcome } from '../sessions/prompt-runner.js';
import type { Access, Session } from '../sessions/session.js';
import { accessPath, addressOf } from '../sessions/session-access.js';
import type { Payer } from '../store/ledger-store.js';

/** The URLs of a session that lives. Each has a token, and ends with the session and with the key of the caller. */
export function sessionUrls(session: Session, baseUrl: string, { apiKey }: Payer) {
  if (session.endedAt !== undefined) return {};
  const url = (access: Access) => baseUrl + accessPath(session, access, apiKey ?? undefined);
  return {
    cdpUrl: toWebSocket(url('cdp')),
    ...(session.terms.streamWebView && { liveViewUrl: url('view'), interactiveLiveViewUrl: url('control') }),
  };
}

/**
 * The URLs of a session in a list, where clients of the field need all of them. One that gives no access, because the session
 * has ended or nobody may watch it, has no token.
 */
export function listedUrls(session: Session, baseUrl: string, payer: Payer) {
  const url = (access: Access) => baseUrl + addressOf(session, access);
  return {
    cdpUrl: toWebSocket(url('cdp')),
    liveViewUrl: url('view'),
    interactiveLiveViewUrl: url('control'),
    ...sessionUrls(session, baseUrl, payer),
  };
}

const toWebSocket = (url: string): string => url.replace(/^http/, 'ws');

/** The response to code: what it printed and returned. Code that fails also gets status 200. */
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

/** The response to a prompt: the answer of the model, and each of its actions as a line of `stdout`. */
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

/** Finds the last line that says what failed. Playwright adds its call log after it, and the engine adds the stack. */
function lastMessage(stderr: string): string | undefined {
  const lines = stripVTControlCharacters(stderr).split('\n');
  return lines.findLast((line) => line.trim() !== '' && !/^\s+(?:at|-) |^Call log:$/.test(line));
}
