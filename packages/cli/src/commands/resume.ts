import { printableLine } from '@trawl/base/printable';
import { EXIT, exitStatusOf } from '../exit-status.js';
import { ExplainedError } from '../explained-error.js';
import { shellWord } from '../output/shell-quote.js';
import type { CommandContext } from './command.js';

/** The flags that the command which goes on has as well: where the job is, and where its data goes. */
const KEPT = {
  baseUrl: 'base-url',
  apiKeyFile: 'api-key-file',
  askApiKey: 'ask-api-key',
  json: 'json',
  fields: 'fields',
  output: 'output',
  frontMatter: 'front-matter',
};

/** With these, going on with the job would fail again: it does not exist, or was refused. */
const IS_FINAL = new Set<number>([EXIT.usage, EXIT.notFound]);

/** The command that follows a job, and what it was given. */
interface FollowingCommand {
  readonly command: string;
  readonly own: CommandContext['own'];
  readonly messageOf: CommandContext['messageOf'];
  /** The cursor of the first page that was not read yet. */
  readonly cursor?: string | undefined;
  /** The id of the job, for an error that does not name it. */
  readonly job?: string | undefined;
}

/**
 * The error of a job that was interrupted but goes on at the service, with the command that follows it again. Any other
 * error is returned as it is.
 */
export function addResumeHint(error: unknown, { command, own, messageOf, cursor, job }: FollowingCommand): unknown {
  const { jobId = job, name } = error as { jobId?: string; name?: string };
  const status = exitStatusOf(error);
  if (!jobId || name === 'JobFailedError' || IS_FINAL.has(status)) return error;
  const reason = status === EXIT.interrupted ? 'Interrupted.' : printableLine(messageOf(rootOf(error)));
  const { local, ...others } = own;
  if (local)
    return new ExplainedError(`${reason} The job ended, too: its service was part of this command.`, { cause: error });
  const flags = Object.entries(KEPT).flatMap(([key, flag]) => {
    const value = others[key];
    return value === undefined ? [] : [`--${flag}`, ...(value === true ? [] : [String(value)])];
  });
  const words = ['trawl', command, '--resume', jobId, ...(cursor ? ['--cursor', cursor] : []), ...flags];
  return new ExplainedError(`${reason} The job goes on at the service.`, { cause: error, nextStep: nextStepOf(words) });
}

/** The line that goes on. It is copied into a shell, so it has nothing that a terminal would not show as it is. */
function nextStepOf(words: readonly string[]): string {
  const strange = words.find((word) => printableLine(word) !== word);
  if (strange === undefined) return `To go on: ${words.map(shellWord).join(' ')}`;
  return `No command can be given to go on: ${printableLine(JSON.stringify(strange))} cannot be typed.`;
}

/** What interrupted it: the errors around say how to go on in a program. */
function rootOf(error: unknown): unknown {
  const { cause } = error as Error;
  return cause instanceof Error && 'operation' in cause ? rootOf(cause) : error;
}
