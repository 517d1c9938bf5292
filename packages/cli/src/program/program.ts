import { printableLine, printableText } from '@trawl/local/printable';
import { Command, CommanderError } from 'commander';
import { EXIT, exitStatusOf } from '../exit-status.js';
import { ExplainedError } from '../explained-error.js';
import type { Flag } from '../flags/flag.js';
import { inFlags } from '../flags/in-flags.js';
import { createStdout, endWithoutOutput } from '../output/stdout.js';
import { runLocal } from '../service/local.js';
import { completionCommand, completionWordsCommand } from './completion.js';
import { executeCommand } from './execute.js';
import { helpCommand } from './help.js';
import { createParser } from './parser.js';

/** Runs the program with its arguments. Returns the status to end with. */
export async function run(args: readonly string[]): Promise<number> {
  let status: number = EXIT.ok;
  let flags: readonly Flag[] = [];
  const { stdout, stderr } = process;
  endWithoutOutput(process);
  const print = createStdout(stdout).write;
  const parser = (words: readonly string[], isFull: boolean): Command =>
    createParser(
      async (spec, given, parsed) => {
        flags = spec.flags ?? [];
        status = await executeCommand(spec, given, parsed);
      },
      [
        passingOn('local', 'Start the service on this machine', 'Such as --port 3002.', async (given) => {
          status = await runLocal(given);
        }),
        passingOn('mcp', 'Serve tools for language models over MCP', 'Such as --http 3003.', async (given) => {
          const { runMcp } = await import('@trawl/tools/program');
          status = await runMcp(given, process.env);
        }),
        completionCommand(print),
        helpCommand(parser),
      ],
      [completionWordsCommand((words) => parser(words, false), print)],
      words,
      isFull,
    );
  try {
    await parser(args, false).parseAsync([...args], { from: 'user' });
    return status;
  } catch (error) {
    // The parser has said it already.
    if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.ok : EXIT.usage;
    stderr.write(`${printableText(messageOf(error, flags))}\n`);
    return exitStatusOf(error);
  }
}

/** A command that takes its options to another program, which has a help of its own. */
function passingOn(
  name: string,
  summary: string,
  options: string,
  action: (given: readonly string[]) => Promise<void>,
): Command {
  return new Command(name)
    .summary(summary)
    .argument('[options...]', options)
    .allowUnknownOption()
    .helpOption(false)
    .passThroughOptions()
    .action(action);
}

/**
 * What a user can mend is one sentence; anything else is a fault of the program, and has its stack.
 *
 * @param flags - The flags of the command: what an error says of a field is said of its flag.
 */
function messageOf(error: unknown, flags: readonly Flag[]): string {
  const { message, stack } = error as Error;
  if (error instanceof ExplainedError) return message;
  const status = exitStatusOf(error);
  if (status === EXIT.interrupted) return 'Interrupted.';
  if (status === EXIT.unreachable) return `${message} \`trawl local\` starts a service on this machine.`;
  const isExplained = status !== EXIT.failed || 'operation' in (error as object) || 'jobId' in (error as object);
  // What the service says is one line: it may hold the words of a page.
  return isExplained ? inFlags(printableLine(message), flags) : (stack ?? String(error));
}
