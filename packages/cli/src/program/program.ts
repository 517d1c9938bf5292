import { Command, CommanderError } from 'commander';
import { type CommandSpec, flagsOf } from '../commands/command.js';
import { EXIT } from '../exit-status.js';
import { flagNames } from '../flags/flag-names.js';
import { createStdout, endWithoutOutput } from '../output/stdout.js';
import { adviceWithoutService, runningService } from '../service/default-service.js';
import { runLocal } from '../service/local.js';
import { mcpEnvironment } from '../service/mcp-environment.js';
import { loadTools } from '../service/optional-packages.js';
import { completionCommand, completionWordsCommand } from './completion.js';
import { doctorCommand } from './doctor.js';
import { executeCommand } from './execute.js';
import { printFailure } from './failure.js';
import { helpCommand } from './help.js';
import { createParser } from './parser.js';
import { loginCommand, logoutCommand, whoamiCommand } from './sign-in.js';

/** Runs the program with its arguments. Returns the status to end with. */
export async function run(args: readonly string[]): Promise<number> {
  let status: number = EXIT.ok;
  let command: Pick<CommandSpec, 'arguments' | 'flags'> = { arguments: [] };
  const { stdout, stderr } = process;
  endWithoutOutput(process);
  const output = createStdout(stdout);
  const print = output.write;
  const parser = (words: readonly string[], isFull: boolean): Command =>
    createParser({
      async execute(spec, args, parsedCommand) {
        command = spec;
        status = await executeCommand(spec, args, parsedCommand);
      },
      others: [
        passingOn('local', 'Start the service on this machine', 'Such as --port 3002.', async (args) => {
          status = await runLocal(args);
        }),
        passingOn('mcp', 'Serve tools for language models over MCP', 'Such as --http 3003.', async (args) => {
          const { runMcp } = await loadTools();
          status = await runMcp(args, mcpEnvironment(args, process.env));
        }),
        doctorCommand(output, (exitStatus) => {
          status = exitStatus;
        }),
        loginCommand(output),
        logoutCommand(output),
        whoamiCommand(output, (exitStatus) => {
          status = exitStatus;
        }),
        completionCommand(print),
        helpCommand(parser),
      ],
      hiddenCommands: [completionWordsCommand((earlierWords) => parser(earlierWords, false), print)],
      words,
      isFull,
    });
  try {
    await parser(args, false).parseAsync([...args], { from: 'user' });
    return status;
  } catch (error) {
    // The help, or the version, was asked for and is printed.
    if (error instanceof CommanderError && error.exitCode === 0) return EXIT.ok;
    if (args.length === 0) return adviseWithoutArguments(stderr);
    const names = flagNames(flagsOf(command), command.arguments);
    return printFailure(stderr, error, { args, names, root: parser(args, false) });
  }
}

/** Without arguments, the program prints its help, and advice for a person who has no service yet. */
async function adviseWithoutArguments(stderr: NodeJS.WriteStream): Promise<number> {
  const { TRAWL_BASE_URL, FIRECRAWL_API_URL } = process.env;
  if (!TRAWL_BASE_URL && !FIRECRAWL_API_URL) stderr.write(`\n${adviceWithoutService(await runningService())}\n`);
  return EXIT.usage;
}

/** A command that takes its options to another program, which has a help of its own. */
function passingOn(
  name: string,
  summary: string,
  options: string,
  action: (args: readonly string[]) => Promise<void>,
): Command {
  return new Command(name)
    .summary(summary)
    .argument('[options...]', options)
    .allowUnknownOption()
    .helpOption(false)
    .passThroughOptions()
    .action(action);
}
