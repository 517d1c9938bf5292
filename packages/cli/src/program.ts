import { Command, CommanderError, Option } from 'commander';
import type { CommandSpec } from './commands/command.js';
import { commands } from './commands/index.js';
import { EXIT, exitStatusOf } from './exit-status.js';
import { givenFlags, optionFor } from './flags/command-options.js';
import { requestFrom } from './flags/request.js';
import { createOutput } from './output/output.js';
import { createProgress } from './output/progress.js';
import { createStdout } from './output/stdout.js';
import { UsageError } from './usage-error.js';
import { VERSION } from './version.js';

/** Runs the program with its arguments. Returns the status to end with. */
export async function run(args: readonly string[]): Promise<number> {
  let status: number = EXIT.ok;
  const program = new Command('trawl')
    .description('Search, scrape, crawl and watch the web from a terminal or a script.')
    .version(VERSION, '-v, --version')
    .exitOverride()
    .configureHelp({ showGlobalOptions: true });
  for (const spec of commands) {
    program.addCommand(
      commandFor(spec, async (...given) => {
        status = (await execute(spec, ...given)) ?? EXIT.ok;
      }),
    );
  }
  try {
    await program.parseAsync([...args], { from: 'user' });
    return status;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.ok : EXIT.usage;
    console.error(messageOf(error));
    return exitStatusOf(error);
  }
}

function commandFor(spec: CommandSpec, action: (args: readonly string[], command: Command) => Promise<void>): Command {
  const command = new Command(spec.name).summary(spec.summary).description(spec.summary).exitOverride();
  for (const { name, description, required, many } of spec.arguments) {
    const usage = `${name}${many ? '...' : ''}`;
    command.argument(required ? `<${usage}>` : `[${usage}]`, description);
  }
  for (const flag of spec.flags) command.addOption(optionFor(flag));
  for (const { usage, description } of spec.ownFlags ?? []) command.option(usage, description);
  command
    .addOption(new Option('--body <file>', 'The request as JSON; - for standard input. Flags win over it.'))
    .addOption(new Option('--json', 'Print the whole answer as JSON.'))
    .addOption(new Option('--fields <list>', 'Print these fields of the answer, such as markdown,metadata.title.'))
    .addOption(new Option('--output <path>', 'Write to this file, or the pages of a job to this folder.'))
    .addOption(new Option('--base-url <url>', 'The service. Default: TRAWL_BASE_URL.'));
  command.addHelpText('after', `\nExamples:\n${spec.examples.map((line) => `  ${line}`).join('\n')}`);
  return command.action((...given: unknown[]) => {
    const self = given.at(-1) as Command;
    return action(
      given
        .slice(0, -2)
        .flat()
        .filter((one): one is string => typeof one === 'string'),
      self,
    );
  });
}

async function execute(spec: CommandSpec, args: readonly string[], command: Command): Promise<number | undefined> {
  const values = command.opts<Record<string, string | boolean | undefined>>();
  const given = givenFlags(spec.flags, values, (key) => command.getOptionValueSource(key) === 'cli');
  const request = requestFrom(spec.flags, given);
  const { Trawl } = await import('@trawl/sdk');
  const interruption = new AbortController();
  const onInterrupt = () => interruption.abort();
  process.once('SIGINT', onInterrupt);
  const stdout = createStdout(process.stdout, () => process.exit(EXIT.ok));
  try {
    return await spec.run({
      args,
      request,
      own: values,
      trawl: new Trawl({ baseUrl: values.baseUrl as string | undefined }),
      output: createOutput(stdout, {
        json: values.json === true,
        fields: typeof values.fields === 'string' ? values.fields.split(',') : undefined,
        path: values.output as string | undefined,
      }),
      progress: createProgress(process.stderr, process.env.TERM === 'dumb'),
      signal: interruption.signal,
      say: (sentence) => console.error(sentence),
      readLines: async () => [],
    });
  } finally {
    process.off('SIGINT', onInterrupt);
  }
}

/** Errors that the user can mend have no stack. */
function messageOf(error: unknown): string {
  const isExplained =
    error instanceof UsageError || exitStatusOf(error) !== EXIT.failed || 'operation' in (error as object);
  return isExplained ? (error as Error).message : String((error as Error).stack ?? error);
}
