import { printableLine, printableMessage } from '@trawl/base/printable';
import type { TrawlError } from '@trawl/sdk';
import { type Command, CommanderError } from 'commander';
import { EXIT } from '../exit-status.js';
import type { FlagNames } from '../flags/flag-names.js';
import { paintFor } from '../output/paint.js';
import { type Explanation, explain } from './explanation.js';

/** What was called, for the message about its failure. */
interface FailedCall {
  readonly args: readonly string[];
  readonly names: FlagNames;
  /** The parser of the command line. */
  readonly root: Command;
}

/** Prints why the program failed: as text with the help to read, or as JSON. Returns the status to end with. */
export function printFailure(stderr: NodeJS.WriteStream, error: unknown, call: FailedCall): number {
  const { args, names, root } = call;
  // The parser has printed the help of a group whose command is missing.
  if (error instanceof CommanderError && error.code === 'commander.help') return EXIT.usage;
  const { message, status, nextStep } =
    error instanceof CommanderError ? parserMessage(error, args, root) : explain(error, names);
  const help =
    status === EXIT.usage && !message.includes('--help') ? `trawl ${namedCommand(args, root).words}--help` : undefined;
  if (wantsJson(args)) {
    const { status: httpStatus, code, jobId } = error as TrawlError;
    const details = error instanceof CommanderError ? {} : { httpStatus, code, jobId };
    const text = [message, nextStep].filter(Boolean).join('\n');
    const report = { error: { message: text, exitStatus: status, ...details, help } };
    stderr.write(`${printableLine(JSON.stringify(report))}\n`);
    return status;
  }
  const lines = [paintFor(stderr)('bad', printableMessage(message))];
  if (nextStep) lines.push(printableLine(nextStep));
  if (help) lines.push(`See ${help}.`);
  stderr.write(`${lines.join('\n')}\n`);
  return status;
}

/** What the parser says, without the value of a flag that it does not know: it may be a key. */
function parserMessage({ message }: CommanderError, args: readonly string[], root: Command): Explanation {
  const flag = args.find((arg) => arg.startsWith('--') && arg.includes('=') && message.includes(arg));
  const text = flag ? message.replaceAll(flag, flag.slice(0, flag.indexOf('='))) : message;
  if (text.includes(`'--api-key'`)) return { status: EXIT.usage, message: NO_KEY_AS_ARGUMENT };
  const [, problem, suggestion] = /^(?:error: )?([\s\S]*?)(?:\n(\(Did you mean [^\n]*\?\)))?$/.exec(text) ?? [];
  const [, unknownFlag = ''] = /^unknown option '(--[\w-]+)/.exec(problem ?? '') ?? [];
  return {
    status: EXIT.usage,
    message: problem ?? text,
    nextStep: flagWithUnit(unknownFlag, args, root) ?? suggestion,
  };
}

/** The units at the end of the flags of times. */
const UNITS: Readonly<Record<string, string>> = { ms: 'milliseconds', seconds: 'seconds', days: 'days' };

/** The flag of a time that was written without its unit, as the field of the API is called. */
function flagWithUnit(flag: string, args: readonly string[], root: Command): string | undefined {
  const names = namedCommand(args, root).command.options.map(({ long }) => long);
  const unit = Object.keys(UNITS).find((one) => names.includes(`${flag}-${one}`));
  return unit && `(Did you mean ${flag}-${unit}? It is in ${UNITS[unit]}.)`;
}

const NO_KEY_AS_ARGUMENT =
  'No flag takes the key itself, because other users of the machine see arguments: set TRAWL_API_KEY, or give --api-key-file or --ask-api-key.';

/** The command that the command line names, and the words that name it, each with a space behind it. */
function namedCommand(args: readonly string[], root: Command): { readonly command: Command; readonly words: string } {
  let command = root;
  let words = '';
  for (const arg of args) {
    const inner = command.commands.find((one) => one.name() === arg);
    if (!inner) break;
    command = inner;
    words += `${arg} `;
  }
  return { command, words };
}

function wantsJson(args: readonly string[]): boolean {
  const end = args.indexOf('--');
  return (end < 0 ? args : args.slice(0, end)).includes('--json');
}
