import { Command, CommanderError } from 'commander';
import { EXIT, exitStatusOf } from '../exit-status.js';
import { createStdout } from '../output/stdout.js';
import { runLocal } from '../service/local.js';
import { completionCommand } from './completion.js';
import { executeCommand } from './execute.js';
import { createParser } from './parser.js';

/** Runs the program with its arguments. Returns the status to end with. */
export async function run(args: readonly string[]): Promise<number> {
  let status: number = EXIT.ok;
  const stdout = createStdout(process.stdout, () => process.exit(EXIT.ok));
  const local = new Command('local')
    .summary('Start the service on this machine')
    .description('Starts the service on this machine. Takes the options of trawl-local.')
    .argument('[options...]', 'Such as --port 3002.')
    .allowUnknownOption()
    .helpOption(false)
    .passThroughOptions()
    .action(async (given: readonly string[]) => {
      status = await runLocal(given);
    });
  const mcp = new Command('mcp')
    .summary('Serve tools for language models by the Model Context Protocol')
    .description('Serves tools for language models. trawl mcp --help prints its options.')
    .argument('[options...]', 'Such as --http 3003.')
    .allowUnknownOption()
    .helpOption(false)
    .passThroughOptions()
    .action(async (given: readonly string[]) => {
      const { runMcp } = await import('@trawl/tools/program');
      status = await runMcp(given, process.env);
    });
  const program: Command = createParser(
    async (spec, given, parsed) => {
      status = await executeCommand(spec, given, parsed);
    },
    [local, mcp, completionCommand(() => program, stdout.write)],
  );
  try {
    await program.parseAsync([...args], { from: 'user' });
    return status;
  } catch (error) {
    // The parser has said it already.
    if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.ok : EXIT.usage;
    console.error(messageOf(error));
    return exitStatusOf(error);
  }
}

/** What a user can mend is one sentence; anything else is a fault of the program, and has its stack. */
function messageOf(error: unknown): string {
  const { message, stack } = error as Error;
  const isExplained =
    exitStatusOf(error) !== EXIT.failed || 'operation' in (error as object) || 'jobId' in (error as object);
  return isExplained ? message : (stack ?? String(error));
}
